import { useEffect, useMemo } from "react";
import { withGlobalSettings } from "@/lib/chat/builtin-masks";
import type { Mask } from "@/lib/chat/mask";
import { maskOfLink, readMaskLink } from "@/lib/chat/mask-link";
import { slugOfMaskNumber } from "@/lib/chat/mask-numbers";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { useMasks } from "@/store/library/masks";
import { useGlobalSettings, useOwnMasks } from "./use-masks";

/** The state of a link's mask. */
export type LinkedMask =
  | { readonly state: "looking" | "unknown" | "broken" }
  /** `isFromLink`: the link contains the mask, so it is not stored yet. */
  | { readonly state: "found"; readonly mask: Mask; readonly isFromLink: boolean };

/** Returns the mask that a link contains or names: one of the user's own, else a built-in one by number or name. */
export function useLinkedMask(link: string): LinkedMask {
  const read = useMemo(() => readMaskLink(link), [link]);
  const global = useGlobalSettings();
  const own = useOwnMasks();
  const { builtin, builtinState } = useMasks();
  const id = read.kind === "id" ? read.id : undefined;

  useEffect(() => {
    if (id !== undefined) void useMasks.getState().fetchBuiltin();
  }, [id]);

  return useMemo(() => {
    if (read.kind === "broken") return { state: "broken" };
    if (read.kind === "mask") {
      const { newId, now } = browserEnvironment;
      return { state: "found", mask: maskOfLink(read.mask, { newId, now: now(), global }), isFromLink: true };
    }
    const ofOwn = own.find((mask) => mask.id === id);
    if (ofOwn) return { state: "found", mask: ofOwn, isFromLink: false };
    const slug = id === undefined ? undefined : (slugOfMaskNumber(id) ?? id);
    const found = builtin.find((mask) => mask.slug === slug);
    if (found) return { state: "found", mask: withGlobalSettings(found, global), isFromLink: false };
    return { state: builtinState === "ready" || builtinState === "failed" ? "unknown" : "looking" };
  }, [read, id, own, builtin, builtinState, global]);
}
