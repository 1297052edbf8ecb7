import { changeMask } from "@/components/chat/settings/change-mask";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { useChats } from "@/store/chats/chats";

/** Returns the function that starts a chat with one plugin or MCP server, given as in `mask.plugin`. */
export function useChatWithTool(): (choice: string) => void {
  const { newChat } = useChatActions();
  return (choice) => {
    newChat();
    changeMask(useChats.getState().currentId, { plugin: [choice] });
  };
}
