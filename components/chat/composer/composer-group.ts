import { lazyGroup } from "@/components/lazy-group";

/** The parts around the message box that the first screen does without. */
export const composerParts = lazyGroup(async () => {
  // They use the engine. Evaluating it first splits one long task into two.
  await import("@/store/turns/engine");
  return import("./composer-parts");
});
