"use client";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm";
import type { DialogOpening } from "@/components/ui/dialog";
import { useClickGuard } from "@/components/ui/use-click-guard";
import type { LinkConcern } from "@/lib/links/link-concern";
import styles from "./link-items-dialog.module.css";

interface OpenLinkDialogProps extends DialogOpening {
  readonly address: string;
  /** `page`: an interactive page of a server asks. */
  readonly concern: LinkConcern | "page";
  /** Name of the server whose page asks. */
  readonly source?: string | undefined;
}

/** Asks before a link of a reply opens, and shows its target and the data that it carries. */
export function OpenLinkDialog({ address, concern, source = "", open, onClose }: OpenLinkDialogProps) {
  const t = useTranslations("openLink");
  const app = useTranslations("app");
  // A page chooses the moment at which the dialog appears.
  const isGuarded = useClickGuard(concern === "page")["aria-disabled"];
  const { host, pathname } = new URL(address);
  return (
    <ConfirmDialog
      open={open}
      title={t("title", { host: host || pathname })}
      body={
        <>
          <p>{concern === "page" ? t("page", { name: source }) : t(concern)}</p>
          <p>
            <code dir="ltr" className={styles.address}>
              {address}
            </code>
          </p>
        </>
      }
      confirmLabel={t("open")}
      cancelLabel={app("cancel")}
      closeLabel={app("close")}
      danger
      isConfirmDisabled={isGuarded}
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        window.open(address, "_blank", "noopener,noreferrer");
      }}
    />
  );
}
