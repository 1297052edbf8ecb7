import { lastCodeBlock } from "@/lib/chat/last-code-block";
import { type Message, textOf } from "@/lib/chat/message";
import { toggleContext } from "@/lib/chat/toggle-context";
import { toAppError } from "@/lib/errors";
import { copyText } from "@/lib/platform/clipboard";
import { report, useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { currentSession } from "@/store/chats/chats-state";

/** Copies the current chat's last reply, without its reasoning. */
export function copyReply(): void {
  const reply = messagesNow().findLast(({ role }) => role === "assistant");
  if (reply) void copy(textOf(reply));
}

/** Copies the last block of code of the current chat. */
export function copyCode(): void {
  for (const message of messagesNow().toReversed()) {
    const code = lastCodeBlock(textOf(message));
    if (code) return void copy(code);
  }
}

/** Clears the current chat's context, or restores it; the toast undoes either. */
export function clearContext(): void {
  const { patchSession } = useChats.getState();
  const session = currentSession(useChats.getState());
  if (!session || session.messageCount === 0) return;
  const { id, clearContextIndex, memoryPrompt } = session;
  const change = toggleContext(session);
  patchSession(id, change);
  const kind = change.clearContextIndex === undefined ? "context-restored" : "context-cleared";
  useUi.getState().toast({ kind, sessionId: id }, () => patchSession(id, { clearContextIndex, memoryPrompt }));
}

/** Opens the export dialog of the current chat. */
export function exportChat(): void {
  const { currentId } = useChats.getState();
  useUi.getState().openDialog({ kind: "export", sessionId: currentId });
}

function messagesNow(): readonly Message[] {
  const { threads, messages, live, currentId } = useChats.getState();
  return (threads[currentId]?.ids ?? []).flatMap((id) => live[id] ?? messages[id] ?? []);
}

async function copy(text: string): Promise<void> {
  try {
    await copyText(text);
    useUi.getState().toast({ kind: "copied" });
  } catch (thrown) {
    report(toAppError(thrown));
  }
}
