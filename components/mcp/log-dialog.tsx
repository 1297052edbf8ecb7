"use client";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import styles from "./mcp-market.module.css";

interface LogDialogProps {
  readonly id: string;
  readonly lines: readonly string[];
  readonly onClose: () => void;
}

/** The last error output of one of the operator's servers. */
export function LogDialog({ id, lines, onClose }: LogDialogProps) {
  const t = useTranslations("mcp");
  const app = useTranslations("app");
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("logOf", { name: id })}
      closeLabel={app("close")}
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {t("done")}
        </Button>
      }
    >
      {lines.length === 0 ? (
        <p className={styles.facts}>{t("noLog")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <pre tabIndex={0} dir="ltr" className={styles.log}>
          {lines.join("\n")}
        </pre>
      )}
    </Dialog>
  );
}
