import { maxCompared } from "@/lib/chat/comparison";
import { imagesOf, textOf } from "@/lib/chat/message";
import { indexOfModel, isVoteFor, votedModels } from "@/lib/chat/votes";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { ChatsStore } from "@/store/chats/chats-state";
import { isTemporary } from "@/store/chats/is-temporary";
import { useVotes } from "@/store/costs/votes";

const tabDependencies = { votes: useVotes as Pick<typeof useVotes, "getState">, isTemporary };

/**
 * Votes for an answer of a comparison, or withdraws the vote for it. Models whose answer has failed or is empty do not
 * take part.
 * Temporary chats store no votes.
 */
export function toggleVote(
  { chats }: { readonly chats: { getState(): ChatsStore } },
  sessionId: string,
  replyId: string,
  dependencies = tabDependencies,
): void {
  const answers = comparedWith(chats.getState(), sessionId, replyId).filter(isComparable);
  const chosen = answers.find(({ id }) => id === replyId);
  if (!chosen?.comparison || dependencies.isTemporary(sessionId)) return;
  const { vote, withdraw, votes } = dependencies.votes.getState();
  const earlier = votes[chosen.comparison];
  const models = votedModels(earlier, answers.map(modelOf));
  if (models.length < 2 || models.length > maxCompared) return;
  if (isVoteFor(earlier, modelOf(chosen))) withdraw(chosen.comparison);
  else vote(chosen.comparison, models, indexOfModel(models, modelOf(chosen)));
}

/** Whether an answer can be compared: it has not failed, and shows something. */
function isComparable(answer: MessageRecord): boolean {
  return !answer.isError && (textOf(answer).trim() !== "" || imagesOf(answer).length > 0);
}

function modelOf({ model = "", providerName = "" }: MessageRecord) {
  return { model, providerName };
}

/** Returns the answers of a reply's comparison, open or closed. */
function comparedWith({ threads, messages }: ChatsStore, sessionId: string, replyId: string): readonly MessageRecord[] {
  const { ids = [], asides = {} } = threads[sessionId] ?? {};
  const comparison = messages[replyId]?.comparison;
  if (!comparison) return [];
  const all = [...ids, ...Object.values(asides).flat()].flatMap((id) => messages[id] ?? []);
  return all
    .filter((message) => message.role === "assistant" && message.comparison === comparison)
    .toSorted((one, other) => (one.column ?? 0) - (other.column ?? 0));
}
