import type { Content } from "@/lib/chat/message";
import { draftOfContent } from "@/lib/chat/returned-draft";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useDrafts } from "@/store/chats/drafts";
import { type CalledModel, isFree } from "@/store/costs/called-model";
import { useCostSettings } from "@/store/costs/cost-settings";
import { isBudgetSpent, type RefusedCall, useSpending } from "@/store/costs/spending";
import { sessionInUse } from "@/store/settings/models";
import { projectOf } from "@/store/settings/projects";

/**
 * Whether a spent budget refuses a message, as far as this tab knows. A refused one is in the message box again. The
 * engine still checks the budgets, because other tabs and other chats spend as well.
 */
export function refusesSend(sessionId: string, content: Content): boolean {
  const isRefused = isOverBudget(sessionId);
  if (isRefused) returnMessage(sessionId, content);
  return isRefused;
}

/**
 * Whether a spent budget refuses another reply, as far as this tab knows. `again` asks for a refused one once the user
 * allows it.
 */
export function refusesReply(sessionId: string, model: CalledModel, again: () => void): boolean {
  const isRefused = isOverBudget(sessionId, [model]);
  if (isRefused) noteRefused(sessionId, { kind: "reply", again });
  return isRefused;
}

/** Notes a call of a chat that a budget refused. The notice above the message box offers to make it once. */
export function noteRefused(sessionId: string, call: RefusedCall): void {
  const { read, refuse } = useSpending.getState();
  refuse(sessionId, call);
  // Another month may have begun.
  read();
}

/** Whether a budget keeps a chat from asking a model, by default its own, as far as this tab knows. */
export function isOverBudget(sessionId: string, models?: readonly CalledModel[]): boolean {
  const session = sessionOf(useChats.getState(), sessionId);
  if (!session || useSpending.getState().allowed[sessionId] || !isBudgetSpent(projectOf(session))) return false;
  const called = models ?? [sessionInUse(session).mask.modelConfig];
  const { prices } = useCostSettings.getState();
  return called.some((model) => !isFree(model, prices));
}

/** Returns a refused message to the box once the sender has cleared it. */
function returnMessage(sessionId: string, content: Content): void {
  const { drafts, change, returnToDraft } = useDrafts.getState();
  const draft = drafts[sessionId];
  noteRefused(sessionId, { kind: "message" });
  queueMicrotask(() => {
    if (draft && useDrafts.getState().drafts[sessionId] !== draft) change(sessionId, () => draft);
    else returnToDraft(sessionId, [draftOfContent(content)]);
  });
}
