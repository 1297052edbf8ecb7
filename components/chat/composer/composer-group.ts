import { lazyGroup } from "@/components/lazy-group";

/** The parts around the message box that the first screen does without. */
export const composerParts = lazyGroup(() => import("./composer-parts"));
