import { changeMask } from "@/components/chat/settings/change-mask";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { useChats } from "@/store/chats/chats";

/** Returns what starts a chat whose model is offered one plugin or MCP server, named as chats name it. */
export function useChatWithTool(): (choice: string) => void {
  const { newChat } = useChatActions();
  return (choice) => {
    newChat();
    changeMask(useChats.getState().currentId, { plugin: [choice] });
  };
}
