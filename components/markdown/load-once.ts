/** A part of the app that is loaded when it is first needed. */
export interface Loader<T> {
  /** Returns what has been loaded, or null. */
  readonly loaded: () => T | null;
  /** Loads it, unless it is loaded or on its way; answers null if that fails, and the next call tries again. */
  readonly load: () => Promise<T | null>;
}

/**
 * Makes a loader. A failure leaves the page as it is, with one warning: after a deployment the parts of an older page
 * may be gone.
 */
export function loadOnce<T>(name: string, load: () => Promise<T>, warn: Warn = console.warn): Loader<T> {
  let value: T | null = null;
  let underway: Promise<T | null> | null = null;
  let hasWarned = false;

  async function attempt(): Promise<T | null> {
    try {
      value = await load();
    } catch (error) {
      if (!hasWarned) warn(`Could not load ${name}`, error);
      hasWarned = true;
      underway = null;
    }
    return value;
  }

  return {
    loaded: () => value,
    load: () => {
      underway ??= attempt();
      return underway;
    },
  };
}

type Warn = (message: string, error: unknown) => void;
