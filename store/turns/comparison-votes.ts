import { isVoteFor } from "@/lib/chat/votes";
import type { ChatsStore } from "@/store/chats/chats-state";
import { isTemporary } from "@/store/chats/is-temporary";
import { useVotes } from "@/store/costs/votes";
import { openAnswers } from "@/store/turns/open-answers";

const tabDependencies = { votes: useVotes as Pick<typeof useVotes, "getState">, isTemporary };

/**
 * Votes for an answer of the open comparison, or withdraws the vote for it. Models whose answer has failed do not take
 * part. Temporary chats store no votes.
 */
export function toggleVote(
  { chats }: { readonly chats: { getState(): ChatsStore } },
  sessionId: string,
  replyId: string,
  dependencies = tabDependencies,
): void {
  const answers = openAnswers({ chats }, sessionId).filter(({ isError }) => !isError);
  const models = answers.map(({ model = "", providerName = "" }) => ({ model, providerName }));
  const best = answers.findIndex(({ id }) => id === replyId);
  const [chosen, comparison] = [models[best], answers[best]?.comparison];
  if (!chosen || !comparison || answers.length < 2 || dependencies.isTemporary(sessionId)) return;
  const { vote, withdraw, votes } = dependencies.votes.getState();
  if (isVoteFor(votes[comparison], chosen)) withdraw(comparison);
  else vote(comparison, models, best);
}
