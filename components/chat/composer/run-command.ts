import { clearContext } from "@/components/shell/chat-shortcuts";
import type { useChatActions } from "@/components/shell/use-chat-actions";
import type { ChatCommand } from "@/lib/chat/chat-commands";
import { isHidden } from "@/lib/platform/brand";
import { useLocale } from "@/store/base/locale";
import { useUi } from "@/store/base/ui";
import { forkSession } from "@/store/chats/fork-session";

/** Runs a command in the open chat. */
export async function runCommand(
  command: ChatCommand,
  sessionId: string,
  { newChat, pickMask, walk, remove, open }: ReturnType<typeof useChatActions>,
): Promise<void> {
  switch (command) {
    case "new":
      return newChat();
    case "newm":
      return isHidden("masks") ? newChat() : pickMask();
    case "next":
      return walk(1);
    case "prev":
      return walk(-1);
    case "clear":
      return clearContext();
    case "fork": {
      const { commands } = await useLocale.getState().loadAll();
      const id = forkSession(sessionId, commands?.copied ?? "");
      if (id !== undefined) open(id, sessionId);
      return;
    }
    case "several":
      return useUi.getState().openDialog({ kind: "compare", sessionId });
    case "del":
      return remove(sessionId);
  }
}
