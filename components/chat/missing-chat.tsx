"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl";
import { chatHref } from "@/components/shell/use-chat-actions";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useChats } from "@/store/chats/chats";

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

/** The screen for a chat in the URL that is not on this device. */
export function UnknownChat() {
  const t = useTranslations("missingChat");
  const router = useRouter();
  return (
    <EmptyState
      heading={t("notFound")}
      level={1}
      text={t("notFoundHint")}
      action={
        <Button onClick={() => router.replace(chatHref(useChats.getState().currentId))}>{t("openLatest")}</Button>
      }
    />
  );
}
