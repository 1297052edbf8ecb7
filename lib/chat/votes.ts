import { type AskedModel, boundedModel, readAskedModels } from "@/lib/chat/asked-models";
import { boundedTime } from "@/lib/fields/time";
import { isRecord, recordOf } from "@/lib/json";

/** Limits of stored votes. Beyond `votes`, the oldest ones are removed. */
export const voteLimits = { votes: 2_000, idChars: 100 } as const;

/** The choice of the best answer of a comparison. It contains no text of the chat. */
export interface Vote {
  /** The comparison's id. */
  readonly id: string;
  readonly createdAt: number;
  /** The models that took part. */
  readonly models: readonly AskedModel[];
  /** The index of the model with the best answer. */
  readonly best: number;
}

/** The stored document of votes. */
export interface VoteList {
  /** Votes by id, the oldest first. */
  readonly votes: Readonly<Record<string, Vote>>;
  /** Deletion times by id, in milliseconds since the epoch, so that an import does not restore deleted votes. */
  readonly deleted: Readonly<Record<string, number>>;
}

/** Returns the list with a vote, in place of an earlier one for the same comparison. */
export function withVote({ votes, deleted }: VoteList, vote: Vote): VoteList {
  const { [vote.id]: _again, ...others } = deleted;
  return { votes: newestVotes({ ...votes, [vote.id]: vote }), deleted: others };
}

/** Returns the list without some of its votes, whose deletion it notes. */
export function withoutVotes({ votes, deleted }: VoteList, ids: readonly string[], now: number): VoteList {
  const removed = ids.filter((id) => Object.hasOwn(votes, id));
  const left = Object.entries(votes).filter(([id]) => !removed.includes(id));
  return {
    votes: Object.fromEntries(left),
    deleted: newestTimes({ ...deleted, ...Object.fromEntries(removed.map((id) => [id, now])) }),
  };
}

/** Returns the list with deleted votes again. Votes that were given since then stay. */
export function withRestored(list: VoteList, restored: readonly Vote[]): VoteList {
  const missing = restored.filter(({ id }) => !Object.hasOwn(list.votes, id));
  return missing.reduce(withVote, list);
}

/** Whether a vote is for a model. */
export function isVoteFor(vote: Vote | undefined, voted: AskedModel): boolean {
  return vote !== undefined && indexOfModel(vote.models, voted) === vote.best;
}

/** Returns the index of a model among bounded ones; -1 if it is not among them. */
export function indexOfModel(models: readonly AskedModel[], asked: AskedModel): number {
  const { providerName, model } = boundedModel(asked);
  return models.findIndex((each) => each.providerName === providerName && each.model === model);
}

/**
 * Returns the models that took part in a comparison, without duplicates: those of an earlier vote, whose answers may be
 * deleted now, and those that take part now.
 */
export function votedModels(earlier: Vote | undefined, present: readonly AskedModel[]): readonly AskedModel[] {
  const models = [...(earlier?.models ?? [])];
  for (const each of present) if (indexOfModel(models, each) < 0) models.push(boundedModel(each));
  return models;
}

/** The votes for a model. */
export interface VoteRow extends AskedModel {
  /** Number of comparisons with a vote in which the model took part. */
  readonly comparisons: number;
  /** Number of comparisons in which its answer was the best. */
  readonly votes: number;
}

/** Returns the votes by model, the highest share first. */
export function voteRows(votes: readonly Vote[]): readonly VoteRow[] {
  const rows = new Map<string, VoteRow>();
  for (const { models, best } of votes) {
    for (const [index, { providerName, model }] of models.entries()) {
      const key = JSON.stringify([providerName, model]);
      const row = rows.get(key) ?? { providerName, model, comparisons: 0, votes: 0 };
      rows.set(key, { ...row, comparisons: row.comparisons + 1, votes: row.votes + Number(index === best) });
    }
  }
  const shareOf = (row: VoteRow) => row.votes / row.comparisons;
  return [...rows.values()].toSorted(
    (one, other) => shareOf(other) - shareOf(one) || other.votes - one.votes || (one.model < other.model ? -1 : 1),
  );
}

/** Reads stored votes. Invalid ones are left out. Never throws. */
export function readVoteList(stored: unknown): VoteList {
  const { votes, deleted } = recordOf(stored);
  const read = Object.entries(recordOf(votes)).flatMap(([id, value]) => {
    const vote = readVote(value, id);
    return vote ? [[id, vote] as const] : [];
  });
  const times = Object.entries(recordOf(deleted)).filter(
    (entry): entry is [string, number] => typeof entry[1] === "number",
  );
  return { votes: newestVotes(Object.fromEntries(read)), deleted: newestTimes(Object.fromEntries(times)) };
}

function readVote(stored: unknown, id: string): Vote | undefined {
  if (!isRecord(stored) || id === "" || id.length > voteLimits.idChars) return undefined;
  const { createdAt, models, best } = stored;
  const read = readAskedModels(models);
  const isBest = Number.isInteger(best) && Number(best) >= 0 && Number(best) < read.length;
  if (!isBest || read.length < 2) return undefined;
  return {
    id,
    createdAt: typeof createdAt === "number" ? boundedTime(createdAt) : 0,
    models: read,
    best: Number(best),
  };
}

function newestVotes(votes: Readonly<Record<string, Vote>>): Readonly<Record<string, Vote>> {
  const inOrder = Object.values(votes).toSorted(
    (one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1),
  );
  return Object.fromEntries(inOrder.slice(-voteLimits.votes).map((vote) => [vote.id, vote]));
}

function newestTimes(times: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const inOrder = Object.entries(times).toSorted(([, one], [, other]) => one - other);
  return Object.fromEntries(inOrder.slice(-voteLimits.votes));
}
