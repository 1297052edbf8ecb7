"use client";
import { useTranslations } from "use-intl";
import { MaskAvatar } from "@/components/chat/settings/mask-identity";
import { PromptWells } from "@/components/chat/settings/prompt-wells";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import type { Mask } from "@/lib/chat/mask";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { useUi } from "@/store/base/ui";
import { useMasks } from "@/store/library/masks";
import { LinkedSettings } from "./linked-settings";
import styles from "./mask-link-dialog.module.css";
import { useLinkedMask } from "./use-linked-mask";
import { useStartChat } from "./use-start-chat";

interface MaskLinkDialogProps extends DialogOpening {
  /** The `mask` parameter of a link, as written. */
  readonly link: string;
}

/** Shows a link's mask before a chat starts with it; nothing is sent. */
export function MaskLinkDialog({ link, open, onClose }: MaskLinkDialogProps) {
  const t = useTranslations("maskLink");
  const app = useTranslations("app");
  const linked = useLinkedMask(link);
  const { startPlain, startWith } = useStartChat();
  const mask = linked.state === "found" ? linked.mask : undefined;

  function keep(kept: Mask) {
    useMasks.getState().add([kept]);
    useUi.getState().toast({ kind: "masks-imported", count: 1, skipped: 0 });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(mask ? "question" : "title")}
      closeLabel={app("close")}
      footerStart={
        mask &&
        linked.state === "found" &&
        linked.isFromLink && (
          <Button variant="quiet" onClick={() => keep(mask)}>
            {t("keep")}
          </Button>
        )
      }
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {app("cancel")}
          </Button>
          {linked.state !== "looking" && (
            <Button
              variant="solid"
              onClick={() => {
                onClose();
                if (mask) startWith(mask);
                else startPlain();
              }}
            >
              {t(mask ? "start" : "startPlain")}
            </Button>
          )}
        </>
      }
    >
      {linked.state === "looking" && <Spinner />}
      {linked.state === "unknown" && <p>{t("unknown")}</p>}
      {linked.state === "broken" && <p>{t("broken")}</p>}
      {mask && <MaskPreview mask={mask} />}
    </Dialog>
  );
}

interface MaskPreviewProps {
  readonly mask: Mask;
  /** The user's settings, of which only the differences are shown. */
  readonly comparedWith?: ModelSettings;
}

/** Shows a mask in full: name, description, prompts and settings (docs/security.md#i85). */
export function MaskPreview({ mask, comparedWith }: MaskPreviewProps) {
  const t = useTranslations();
  return (
    <>
      <div className={styles.identity}>
        <MaskAvatar avatar={mask.avatar} model={mask.modelConfig.model} />
        <div className={styles.words}>
          <p className={styles.name} dir="auto">
            {mask.name || t("masks.untitled")}
          </p>
          {mask.description && (
            <p className={styles.note} dir="auto">
              {mask.description}
            </p>
          )}
        </div>
      </div>
      <h3 className={styles.heading}>{t("maskLink.prompts")}</h3>
      <PromptWells messages={mask.context} label={t("maskLink.prompts")} />
      {mask.hideContext && <p className={styles.note}>{t("maskLink.hidden")}</p>}
      <h3 className={styles.heading}>{t(comparedWith ? "maskCatalog.differing" : "maskLink.settings")}</h3>
      <LinkedSettings mask={mask} comparedWith={comparedWith} />
    </>
  );
}
