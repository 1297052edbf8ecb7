/**
 * The port to the platform: everything that differs between a browser, the desktop build, a server and a test.
 *
 * Runtime functions take it as an argument; tests pass `fakeEnvironment` (test/support).
 */
export interface Environment {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Returns a new unguessable id of 21 characters. */
  newId(): string;
  /** Returns a number in [0, 1). */
  random(): number;
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** Resolves after `ms` milliseconds, or immediately when the signal is aborted. Never rejects. */
  delay(ms: number, signal?: AbortSignal): Promise<void>;
  /** Resolves in a macrotask after the next animation frame, or after a short timer while the page is hidden. */
  nextFrame(): Promise<void>;
}

/** Resolves after `ms` milliseconds, or immediately when the signal is aborted: the `delay` of real environments. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done);
  });
}
