import { nanoid } from "nanoid";
import { delay, type Environment } from "@/lib/environment";
import { desktopFetch } from "@/lib/platform/desktop";

/** Frame interval of a hidden page, in milliseconds: it gets no animation frames, but a reply must continue to grow. */
const hiddenFrameMs = 100;

/** The environment of a browser tab. */
export const browserEnvironment: Environment = {
  now: () => Date.now(),
  newId: () => nanoid(),
  random: () => (crypto.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32,
  fetch: (url, init) => (process.env.BUILD_APP ? desktopFetch(url, init) : fetch(url, init)),
  delay,
  nextFrame: () =>
    document.hidden
      ? delay(hiddenFrameMs)
      : new Promise((resolve) => {
          // A page that becomes hidden while it waits gets no frame, so a timer takes over.
          const timer = setTimeout(resolve, hiddenFrameMs);
          requestAnimationFrame(() => {
            clearTimeout(timer);
            // Resolve in a macrotask after the frame. Then the next rendering and the browser's layout and paint are
            // two shorter tasks, and the page can respond in between.
            setTimeout(resolve);
          });
        }),
};
