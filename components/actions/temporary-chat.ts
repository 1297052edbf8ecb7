import { MessageCircleDashed } from "lucide-react";
import type { useTranslations } from "use-intl";
import { newChatDefaults } from "@/components/shell/use-chat-actions";
import { useChats } from "@/store/chats/chats";
import { startTemporaryChat } from "@/store/turns/temporary-chat";
import type { Action } from "./action";

/** Opens a chat of which nothing is stored. */
export const temporaryChat: Action = {
  id: "temporary",
  icon: MessageCircleDashed,
  label: ({ t }) => t("temporary.title"),
  run({ t, chatActions }) {
    const { currentId } = useChats.getState();
    chatActions.open(startTemporaryChat(temporaryTitles(t), newChatDefaults()), currentId);
  },
};

/** Returns the function that names temporary chats by their number. The first one has none. */
export function temporaryTitles(t: ReturnType<typeof useTranslations<never>>): (number: number) => string {
  return (number) => (number === 1 ? t("temporary.title") : t("temporary.numbered", { number: String(number) }));
}
