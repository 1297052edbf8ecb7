import { MessageCircleDashed } from "lucide-react";
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
    chatActions.open(startTemporaryChat(t("temporary.title"), newChatDefaults()), currentId);
  },
};
