"use client";
import { useTranslations } from "use-intl";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { messageBoxKeys } from "@/lib/chat/message-box-keys";
import { shortcutNames } from "@/lib/chat/shortcut-names";
import { shortcuts } from "@/lib/chat/shortcuts";
import { isMac, menuBarKey, zoomKeys } from "@/lib/platform/desktop-keys";
import styles from "./shortcuts-dialog.module.css";

/** All shortcuts with their keys, as written on the system's keyboards. */
export function ShortcutsDialog({ open, onClose }: DialogOpening) {
  const t = useTranslations();
  return (
    <Dialog open={open} onClose={onClose} title={t("shortcuts.title")} closeLabel={t("app.close")} size="large">
      <dl className={styles.list}>
        {Object.values(shortcuts).map(({ id, keys }) => (
          <Row key={id} words={t(shortcutNames[id])} keys={keys} />
        ))}
        <Row words={t("shortcuts.stop")} keys={messageBoxKeys.stop} />
        <Row words={t("shortcuts.recall")} keys={messageBoxKeys.recall} />
        {process.env.BUILD_APP &&
          Object.entries(zoomKeys).map(([id, keys]) => (
            <Row key={id} words={t(`shortcuts.${id as keyof typeof zoomKeys}`)} keys={keys} />
          ))}
        {process.env.BUILD_APP && !isMac() && <Row words={t("shortcuts.menuBar")} keys={menuBarKey} />}
      </dl>
    </Dialog>
  );
}

function Row({ words, keys }: { readonly words: string; readonly keys: string }) {
  return (
    <div className={styles.row}>
      <dt>{words}</dt>
      <dd className={styles.keys}>
        {keys.split(" ").map((key) => (
          <Kbd key={key} keys={key} />
        ))}
      </dd>
    </div>
  );
}
