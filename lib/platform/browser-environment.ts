import { nanoid } from "nanoid";
import type { Environment } from "@/lib/environment";

/** How long a hidden page waits for its next frame: animation frames stop there, and a reply must go on growing. */
const hiddenFrameMs = 100;

/** The environment of a browser page. */
export const browserEnvironment: Environment = {
  now: () => Date.now(),
  newId: () => nanoid(),
  random: () => (crypto.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32,
  fetch: (url, init) => fetch(url, init),
  delay,
  nextFrame: () =>
    document.hidden
      ? delay(hiddenFrameMs)
      : new Promise((resolve) => {
          // A page that is hidden while it waits gets no frame any more: the timer takes over.
          const timer = setTimeout(resolve, hiddenFrameMs);
          requestAnimationFrame(() => {
            clearTimeout(timer);
            // In a task of its own, behind the frame's: what is drawn next and what the browser lays out and paints now
            // are two shorter tasks, between which the page answers.
            setTimeout(resolve);
          });
        }),
};

function delay(ms: number, signal?: AbortSignal): Promise<void> {
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
