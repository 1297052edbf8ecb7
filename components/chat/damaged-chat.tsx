"use client";
import { useTranslations } from "use-intl";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { toAppError } from "@/lib/errors";
import { fileNameOf } from "@/lib/export/file-name";
import { downloadFile } from "@/lib/platform/download";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { damagedChatFile } from "@/store/chats/damaged-chat";
import styles from "./chat-screen.module.css";

/** The screen of a chat that cannot be shown: it can be exported and deleted. */
export function DamagedChat({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("damaged");
  const words = useTranslations("sidebar");
  const { remove } = useChatActions();

  async function save() {
    try {
      const file = await damagedChatFile(sessionId);
      const topic = sessionOf(useChats.getState(), sessionId)?.topic ?? "";
      await downloadFile(file, `${fileNameOf(topic, "chat")}.json`);
    } catch (thrown) {
      report(toAppError(thrown));
    }
  }

  return (
    <div className={styles.middle}>
      <EmptyState
        heading={t("heading")}
        text={t("hint")}
        action={
          <>
            <Button onClick={() => void save()}>{t("export")}</Button>
            <Button variant="danger" onClick={() => remove(sessionId)}>
              {words("deleteChat")}
            </Button>
          </>
        }
      />
    </div>
  );
}
