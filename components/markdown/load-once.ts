/** A part of the app that is lazy-loaded. */
export interface Loader<T> {
  /** Returns the loaded part, or null. */
  readonly loaded: () => T | null;
  /** Loads the part, unless it is loaded or loading. Returns null if that fails; the next call tries again. */
  readonly load: () => Promise<T | null>;
}

/**
 * Creates a loader. A failure is logged once, and the page stays as it is: after a deployment the chunks of an older
 * version may be gone.
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
