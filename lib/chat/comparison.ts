import type { Message } from "@/lib/chat/message";
import { inOrderOfWriting } from "@/lib/chat/versions";

/** Maximum number of models that answer one question side by side. */
export const maxCompared = 6;

/** Whether a message is one of several answers to its question of which none is chosen yet. */
export function isCompared({ role, comparison, column }: Message): boolean {
  return role === "assistant" && Boolean(comparison) && isColumn(column);
}

/** Returns the comparison of which a message is an answer, while none is chosen. */
export function openComparison(message: Message | undefined): string | undefined {
  return message && isCompared(message) ? message.comparison : undefined;
}

/**
 * Returns the answers of a comparison, one for each column in order: the latest of each.
 *
 * @param versions all answers to the question, visible and hidden
 */
export function comparedAnswers<M extends Message>(comparison: string, versions: readonly M[]): readonly M[] {
  const byColumn = new Map<number, M>();
  for (const answer of inOrderOfWriting(versions)) {
    if (isCompared(answer) && answer.comparison === comparison) byColumn.set(answer.column ?? 0, answer);
  }
  return [...byColumn].toSorted(([one], [other]) => one - other).map(([, answer]) => answer);
}

/** Returns an answer without its column: a version that can still get the vote of its comparison. */
export function closedAnswer<M extends Message>({ column: _place, ...answer }: M): M {
  return answer as unknown as M;
}

/** Returns an answer without the mark of its comparison: an ordinary version. */
export function withoutComparison<M extends Message>({ comparison: _closed, column: _place, ...answer }: M): M {
  return answer as M;
}

/** Whether a stored value is the index of a column. */
function isColumn(column: number | undefined): boolean {
  return column !== undefined && Number.isInteger(column) && column >= 0 && column < maxCompared;
}
