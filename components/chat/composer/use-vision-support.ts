"use client";
import { useEffect } from "react";
import { useAbilities } from "@/components/chat/settings/use-abilities";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { takesMasks } from "@/lib/providers/image-choices";
import { useUi } from "@/store/base/ui";
import type { VisionSupport } from "@/store/chats/attach";
import { useDrafts } from "@/store/chats/drafts";
import { placeInUse, useAccess } from "@/store/settings/access";

/** Returns the chat's model, and whether it supports vision. */
export function useVisionSupport(sessionId: string): VisionSupport {
  const abilities = useAbilities();
  const { model, providerName } = useUsedSettings(sessionId) ?? { model: "", providerName: "" };
  return { model, supportsVision: abilities({ model, providerName }).vision };
}

/** Whether the chat's model changes the part of an attached image that a mask shows. */
export function useTakesMasks(sessionId: string): boolean {
  const { model, providerName } = useUsedSettings(sessionId) ?? { model: "", providerName: "" };
  const place = useAccess((access) => placeInUse(access, providerName));
  return takesMasks(place, model);
}

/** Removes attached images when the chat's model does not support vision, and shows a toast. */
export function useDropUnsupportedImages(sessionId: string): void {
  const { model, supportsVision } = useVisionSupport(sessionId);
  // The model is only known once the server's flags are.
  const isKnown = useAccess((access) => access.flags !== null);
  const hasImages = useDrafts(({ drafts }) => (drafts[sessionId]?.images.length ?? 0) > 0);
  useEffect(() => {
    if (!isKnown || supportsVision || !hasImages) return;
    useDrafts.getState().change(sessionId, () => ({ images: [] }));
    useUi.getState().toast({ kind: "images-unseen", model });
  }, [isKnown, supportsVision, hasImages, model, sessionId]);
}
