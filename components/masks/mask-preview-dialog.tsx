"use client";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { Mask } from "@/lib/chat/mask";
import { MaskPreview } from "./mask-link-dialog";
import { useGlobalSettings } from "./use-masks";
import { useStartChat } from "./use-start-chat";

interface MaskPreviewDialogProps {
  /** The shown mask; undefined closes the dialog. */
  readonly mask: Mask | undefined;
  readonly onClose: () => void;
}

/** Shows what a mask does before a chat starts with it: its prompts, and how its settings differ from the user's. */
export function MaskPreviewDialog({ mask, onClose }: MaskPreviewDialogProps) {
  const t = useTranslations();
  const global = useGlobalSettings();
  const { startWith } = useStartChat();
  // Kept during the closing animation of the dialog.
  const last = useRef<Mask>(undefined);
  if (mask) last.current = mask;
  const shown = last.current;
  if (!shown) return null;
  return (
    <Dialog
      open={mask !== undefined}
      onClose={onClose}
      title={t("maskCatalog.preview")}
      closeLabel={t("app.close")}
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("app.cancel")}
          </Button>
          <Button
            variant="solid"
            data-initial-focus=""
            onClick={() => {
              onClose();
              startWith(shown);
            }}
          >
            {t("maskLink.start")}
          </Button>
        </>
      }
    >
      <MaskPreview mask={shown} comparedWith={global} />
    </Dialog>
  );
}
