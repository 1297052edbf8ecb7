import { pathTo, readTree } from "@/lib/chat/branch-tree";
import { type DiffBlock, diffTexts } from "@/lib/chat/diff-texts";
import { type Role, textOf } from "@/lib/chat/message";
import type { Branches, Placed } from "@/lib/chat/versions";

/** Maximum length of the compared texts of two branches, in characters. */
export const maxComparedChars = 200_000;

/** Two messages at the same position of two branches; one is absent if the branch ends before or its role differs. */
export interface ComparedMessages {
  readonly id: string;
  readonly role: Role;
  /** The models of both messages; undefined for questions and absent messages. */
  readonly models: readonly [string | undefined, string | undefined];
  readonly blocks: readonly DiffBlock[];
}

/** The difference of two branches. */
export interface BranchComparison {
  /** Number of messages that both branches have. */
  readonly shared: number;
  readonly messages: readonly ComparedMessages[];
  /** Whether messages are missing because the texts are longer than the maximum. */
  readonly isCut: boolean;
}

/** Compares the texts of two branches after the last message that both have. */
export function compareBranches<M extends Placed>(
  branches: Branches<M>,
  oneLeafId: string,
  otherLeafId: string,
): BranchComparison {
  const tree = readTree(branches);
  const one = pathTo(tree, oneLeafId);
  const other = pathTo(tree, otherLeafId);
  const firstOther = one.findIndex((message, index) => message !== other[index]);
  const shared = firstOther < 0 ? one.length : firstOther;
  const messages: ComparedMessages[] = [];
  let chars = 0;
  for (const [before, after] of pairs(one.slice(shared), other.slice(shared))) {
    const texts = [before, after].map((message) => (message ? textOf(message) : "")) as [string, string];
    chars += texts[0].length + texts[1].length;
    if (chars > maxComparedChars) return { shared, messages, isCut: true };
    const message = before ?? after;
    if (!message) continue;
    messages.push({
      id: message.id,
      role: message.role,
      models: [before?.model, after?.model],
      blocks: diffTexts(...texts),
    });
  }
  return { shared, messages, isCut: false };
}

/** Pairs messages by position. Messages with different roles are not compared with each other. */
function pairs<M extends Placed>(
  one: readonly M[],
  other: readonly M[],
): readonly (readonly [M | undefined, M | undefined])[] {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, index) => index).flatMap((index) => {
    const [before, after] = [one[index], other[index]];
    if (before && after && before.role !== after.role)
      return [[before, undefined] as const, [undefined, after] as const];
    return [[before, after] as const];
  });
}
