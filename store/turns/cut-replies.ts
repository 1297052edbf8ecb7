import { type Message, type ReplyCost, textOf } from "@/lib/chat/message";
import { addCosts } from "@/lib/chat/reply-cost";
import { estimateTokens } from "@/lib/chat/token-estimate";
import { isReplyHeld } from "@/lib/platform/held-replies";
import { readResumable } from "@/lib/storage/resumable-replies";
import { useChats } from "@/store/chats/chats";
import { costOfOpenCall } from "@/store/costs/cost-of-open-call";
import { type Ledger, ledger } from "@/store/costs/ledger";
import { type TabContext, tabContext } from "@/store/records/records";

/** Returns the estimated tokens of a reply so far. */
export function replyTokens(message: Pick<Message, "content" | "reasoning">): number {
  return Math.ceil(estimateTokens(`${message.reasoning ?? ""}${textOf(message)}`));
}

/** Returns the id of the call that a closed tab has stored for a reply; undefined if nothing was stored or can be read. */
export async function openCallOf(
  replyId: string,
  from: Pick<Ledger, "readOpen"> = ledger,
): Promise<string | undefined> {
  const calls = await from.readOpen().catch(() => ({}));
  return Object.entries(calls).find(([, call]) => call.replyId === replyId)?.[0];
}

interface CutReplyDependencies {
  readonly ledger: Pick<Ledger, "readOpen" | "settle">;
  readonly isHeld: (replyId: string) => Promise<boolean>;
  readonly records: TabContext["records"];
}

const pageDependencies: CutReplyDependencies = { ledger, isHeld: isReplyHeld, records: tabContext.records };

/**
 * Counts the calls of replies whose tab was closed or reloaded, with the text so far, as an estimate. Each is counted
 * once, by whichever tab removes it from the open calls. Replies that can still be resumed are counted when they end.
 */
export async function countCutReplies({ ledger, isHeld, records } = pageDependencies): Promise<void> {
  const open = Object.entries(await ledger.readOpen());
  const resumable = open.length > 0 ? await readResumable(records.requireDatabase()) : {};
  for (const [id, call] of open) {
    if (resumable[call.replyId] || (await isHeld(call.replyId))) continue;
    const { messages } = await records.requireDatabase().readSome({ sessions: [], messages: [call.replyId] });
    const written = messages[0] ? replyTokens(messages[0]) : 0;
    const counted = await costOfOpenCall(call, Math.max(0, written - call.before));
    const isCounted = await ledger.settle(id, counted, call.at);
    if (isCounted && counted.cost) await addCost(call.replyId, counted.cost, records);
  }
}

/** Adds a cost to a stored reply. A reply that is shown changes on screen as well. */
async function addCost(replyId: string, cost: ReplyCost, records: TabContext["records"]): Promise<void> {
  const { messages, update } = useChats.getState();
  if (messages[replyId]) {
    update(replyId, (message) => ({ ...message, cost: addCosts(message.cost, cost) }));
    return;
  }
  const { messages: found } = await records.requireDatabase().readSome({ sessions: [], messages: [replyId] });
  const [record] = found;
  if (!record) return;
  const { streaming, ...ended } = record;
  records.journal.noteMessage({ ...ended, ...(streaming && { stopped: true }), cost: addCosts(record.cost, cost) });
}
