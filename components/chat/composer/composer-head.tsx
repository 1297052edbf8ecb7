"use client";
import { memo, type RefObject, useDeferredValue } from "react";
import { useModelReplaced } from "@/components/chat/settings/use-model-replaced";
import { DraftPreview } from "@/components/chat/thread/draft-preview";
import { BudgetNotice } from "@/components/costs/budget-notice";
import { ChatProject } from "@/components/projects/chat-project";
import { LiveRegion } from "@/components/ui/live-region";
import type { ChatCommand } from "@/lib/chat/chat-commands";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useDrafts } from "@/store/chats/drafts";
import { useProjects } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { useTurns } from "@/store/turns/turns";
import { CodeLimitsNotice } from "./code-limits-notice";
import styles from "./composer-head.module.css";
import { DropZone } from "./drop-zone";
import { Hints } from "./hints";
import { QueuedMessages } from "./queued-messages";
import { TemporaryNotice } from "./temporary-notice";
import { useHints } from "./use-hints";

interface ComposerHeadProps {
  readonly sessionId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly onCommand: (command: ChatCommand) => void;
}

/** The area above the message box: the notice of a temporary chat, waiting messages, a preview of the draft, and hints that complete it. */
export const ComposerHead = memo(function ComposerHead({ sessionId, box, onCommand }: ComposerHeadProps) {
  const isPreviewed = useSettings((settings) => settings.sendPreviewBubble);
  const isWaiting = useTurns((turns) => sessionId in turns.queued);
  // Render the first letter at once, and its preview in a separate task.
  const isWriting = useDeferredValue(useDrafts(({ drafts }) => (drafts[sessionId]?.text ?? "").trim() !== ""));
  const { list, close, said } = useHints(sessionId, onCommand);
  const isTemporary = useChats((chats) => sessionOf(chats, sessionId)?.isTemporary);
  const projectId = useChats((chats) => sessionOf(chats, sessionId)?.projectId ?? "");
  const project = useProjects(({ byId }) => byId.get(projectId));
  useModelReplaced(sessionId);
  return (
    <div className={styles.head}>
      {project && <ChatProject project={project} />}
      {isTemporary && <TemporaryNotice sessionId={sessionId} box={box} />}
      <BudgetNotice sessionId={sessionId} />
      <CodeLimitsNotice />
      {isWaiting && <QueuedMessages sessionId={sessionId} box={box} />}
      {isPreviewed && isWriting && !list && <DraftPreview sessionId={sessionId} />}
      {list && <Hints {...list} box={box} onClose={close} />}
      <LiveRegion text={said} />
      <DropZone sessionId={sessionId} box={box} />
    </div>
  );
});
