import type { ColumnPace } from "@/store/turns/comparison-pace";
import type { TurnRun } from "@/store/turns/turn-run";

/** The answers of several models to one question as one turn of their chat. Each answer is a run of its own. */
export interface ComparisonRun extends TurnRun {
  /** The runs that have not ended, by the id of their answer. */
  readonly answers: ReadonlyMap<string, TurnRun>;
  /** The pace in which the answers are rendered. */
  readonly pace: ColumnPace;
  /** The answer that is chosen once all have ended. */
  chosenId: string | undefined;
  /** Adds answers and runs them. */
  add(runs: readonly TurnRun[]): void;
  /** Removes the run of an answer that has ended. The turn ends with the last of them. */
  remove(replyId: string): void;
}

/** The end of a comparison. */
export interface ComparisonEnd {
  /** The answer that the user has chosen, if any. */
  readonly chosenId: string | undefined;
  /** Whether all answers were stopped together. */
  readonly isStopped: boolean;
}

/** Creates the turn of a comparison. `replyId` is its visible answer. `onEnd` is called once, after the last answer. */
export function createComparisonRun(
  replyId: string,
  pace: ColumnPace,
  onEnd: (end: ComparisonEnd) => void,
): ComparisonRun {
  const answers = new Map<string, TurnRun>();
  let finish = () => {};
  let isStopped = false;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const run: ComparisonRun = {
    replyId,
    previous: undefined,
    answers,
    pace,
    chosenId: undefined,
    add(runs) {
      for (const each of runs) answers.set(each.replyId, each);
      for (const each of runs) void each.run();
    },
    remove(id) {
      answers.delete(id);
      if (answers.size > 0) return;
      onEnd({ chosenId: run.chosenId, isStopped });
      finish();
    },
    run: () => ended,
    stop() {
      isStopped = true;
      for (const each of answers.values()) each.stop();
    },
    interrupt() {
      isStopped = true;
      for (const each of [...answers.values()]) each.interrupt();
      // The answers that a later page can resume go on.
      isStopped = answers.size === 0;
    },
  };
  return run;
}

/** Returns a turn as a comparison; undefined if it is another turn. */
export function comparisonRun(turn: TurnRun | undefined): ComparisonRun | undefined {
  return turn && "answers" in turn ? (turn as ComparisonRun) : undefined;
}
