import { create } from "zustand";
import { type AskedModel, boundedModel } from "@/lib/chat/asked-models";
import { readVoteList, type VoteList, withoutVotes, withRestored, withVote } from "@/lib/chat/votes";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { catalogue } from "@/lib/storage/catalogue";
import { documentStore } from "@/store/records/document-store";

interface VotesStore extends VoteList {
  hydrate(stored: unknown): void;
  /** Stores which model has given the best answer of a comparison, in place of an earlier vote. */
  vote(comparison: string, models: readonly AskedModel[], best: number): void;
  /** Removes the vote of a comparison. */
  withdraw(comparison: string): void;
  /** Deletes all votes. Returns the function that restores them. */
  clear(): () => void;
}

/** Creates the store of the votes for the best answers of comparisons. */
export function createVotes({ now }: Pick<Environment, "now">) {
  return create<VotesStore>()((set, get) => ({
    ...readVoteList(undefined),
    hydrate(stored) {
      set(readVoteList(stored));
    },
    vote(comparison, models, best) {
      const createdAt = get().votes[comparison]?.createdAt ?? now();
      set(withVote(get(), { id: comparison, createdAt, models: models.map(boundedModel), best }));
    },
    withdraw(comparison) {
      set(withoutVotes(get(), [comparison], now()));
    },
    clear() {
      const removed = Object.values(get().votes);
      set(
        withoutVotes(
          get(),
          removed.map(({ id }) => id),
          now(),
        ),
      );
      return () => set(withRestored(get(), removed));
    },
  }));
}

export const useVotes = documentStore(createVotes(browserEnvironment), catalogue.votes, ({ votes, deleted }) => ({
  votes,
  deleted,
}));
