"use client";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ListRow } from "@/components/ui/list-row";
import { pageStorage } from "@/store/page-storage";
import { readTakeover } from "@/store/takeover";
import styles from "./data-section.module.css";
import { NotUnderstoodList } from "./not-understood-list";

/** What was taken over of a NextChat that stood on this address before; nothing where there was none. */
export function TakeoverRow() {
  const t = useTranslations("data");
  const app = useTranslations("app");
  const format = useFormatter();
  const [takeover] = useState(() => readTakeover(pageStorage()));
  const [isOpen, setOpen] = useState(false);
  if (!takeover) return null;
  const { at, chats, messages, documents, notUnderstood } = takeover;
  return (
    <ListRow title={t("takenOver")} subtitle={format.dateTime(new Date(at), { dateStyle: "long" })}>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("takenOverShow")}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("takenOver")}
        closeLabel={app("close")}
        size="small"
        footerEnd={<Button onClick={() => setOpen(false)}>{app("close")}</Button>}
      >
        <div className={styles.report}>
          <p>{t("planned", { chats, messages })}</p>
          {documents.length > 0 && <p>{t("takenOverDocuments", { count: documents.length })}</p>}
          <NotUnderstoodList pieces={notUnderstood} />
          <p>{t("takenOverHint")}</p>
        </div>
      </Dialog>
    </ListRow>
  );
}
