"use client";
import { useEffect } from "react";
import { useUsedSettings, useVisionModels } from "@/components/chat/settings/use-used-settings";
import { supportsVision } from "@/lib/models/model-facts";
import { useUi } from "@/store/base/ui";
import type { VisionSupport } from "@/store/chats/attach";
import { useDrafts } from "@/store/chats/drafts";
import { useAccess } from "@/store/settings/access";

/** Returns the model that a chat asks, and whether it sees images. */
export function useVisionSupport(sessionId: string): VisionSupport {
  const visionModels = useVisionModels();
  const model = useUsedSettings(sessionId)?.model ?? "";
  return { model, supportsVision: supportsVision(model, visionModels) };
}

/** Takes off attached images when the chat's model sees none any more, and says so. */
export function useDropUnsupportedImages(sessionId: string): void {
  const { model, supportsVision: isSeeing } = useVisionSupport(sessionId);
  // Which model is asked is known once the server has said what it offers.
  const isKnown = useAccess((access) => access.flags !== null);
  const hasImages = useDrafts(({ drafts }) => (drafts[sessionId]?.images.length ?? 0) > 0);
  useEffect(() => {
    if (!isKnown || isSeeing || !hasImages) return;
    useDrafts.getState().change(sessionId, () => ({ images: [] }));
    useUi.getState().toast({ kind: "images-unseen", model });
  }, [isKnown, isSeeing, hasImages, model, sessionId]);
}
