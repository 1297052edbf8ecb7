import { emptyMask, type Mask } from "@/lib/chat/mask";
import { usualSettings } from "./chat-samples";

/** Makes a mask that is called as its id, with what a test cares about. */
export function sampleMask(given: Partial<Mask> & Pick<Mask, "id">): Mask {
  return { ...emptyMask({ id: given.id, now: 0, lang: "en", modelConfig: usualSettings }), name: given.id, ...given };
}
