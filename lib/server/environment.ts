import { nanoid } from "nanoid";
import { delay, type Environment } from "@/lib/environment";

/** The server's environment in every runtime. There are no animation frames, so `nextFrame` resolves immediately. */
export const serverEnvironment: Environment = {
  now: () => Date.now(),
  newId: () => nanoid(),
  random() {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
    return value / 2 ** 32;
  },
  fetch: (url, init) => fetch(url, init),
  delay,
  nextFrame: () => Promise.resolve(),
};
