"use client";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "use-intl";
import { chatHref, newChatDefaults, useChatActions } from "@/components/shell/use-chat-actions";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { wasTemporary } from "@/store/turns/temporary-marks";

export { DamagedChat } from "./damaged-chat";

/** The screen of a chat whose messages could not be read. */
export function UnreadChat() {
  const t = useTranslations();
  return (
    <EmptyState
      heading={t("missingChat.loadFailed")}
      text={t("missingChat.loadFailedHint")}
      action={<Button onClick={() => location.reload()}>{t("chat.reload")}</Button>}
    />
  );
}

/** The screen for a chat in the URL that is not on this device: an unknown one, or a temporary one of this tab. */
export function UnknownChat() {
  const t = useTranslations("missingChat");
  const id = useSearchParams().get("id") ?? "";
  const isEndedTemporary = wasTemporary(id);
  return (
    <EmptyState
      heading={t(isEndedTemporary ? "temporary" : "notFound")}
      level={1}
      text={t(isEndedTemporary ? "temporaryHint" : "notFoundHint")}
      action={
        <>
          {isEndedTemporary && <NewTemporaryChat />}
          <OpenLatestChat />
        </>
      }
    />
  );
}

function OpenLatestChat() {
  const t = useTranslations("missingChat");
  const router = useRouter();
  return <Button onClick={() => router.replace(chatHref(useChats.getState().currentId))}>{t("openLatest")}</Button>;
}

/** A button that starts a temporary chat. Its code is lazy-loaded. */
function NewTemporaryChat() {
  const t = useTranslations();
  const { open } = useChatActions();

  async function start() {
    try {
      const [{ temporaryTitles }, { startTemporaryChat }] = await Promise.all([
        import("@/components/actions/temporary-chat"),
        import("@/store/turns/temporary-chat"),
      ]);
      open(startTemporaryChat(temporaryTitles(t), newChatDefaults()));
    } catch (thrown) {
      report(toAppError(thrown));
    }
  }

  return (
    <Button variant="solid" onClick={() => void start()}>
      {t("missingChat.newTemporary")}
    </Button>
  );
}
