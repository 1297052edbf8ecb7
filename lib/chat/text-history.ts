/** A text in a field, with its selection. */
export interface FieldText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The states of a field that undo and redo lead to. */
export interface TextHistory {
  readonly past: readonly FieldText[];
  readonly current: FieldText;
  readonly future: readonly FieldText[];
  /** Time of the last change, in milliseconds, and whether it inserted or deleted text. */
  readonly changedAt: number;
  readonly isInsertion: boolean;
}

/** Pause after which typing becomes another step, in milliseconds. */
const stepMs = 800;

/** Maximum number of steps, and of characters in all of them: long texts have fewer steps. */
const maxSteps = 100;
const maxChars = 2_000_000;

/** Returns the history of a field that has not been changed yet. */
export function newTextHistory(current: FieldText): TextHistory {
  return { past: [], current, future: [], changedAt: 0, isInsertion: false };
}

/**
 * Returns the history after a change. Single characters that are typed or deleted without a pause are one step; a new
 * line, a pasted text and a change of direction begin another.
 */
export function recordChange(history: TextHistory, changed: FieldText, now: number): TextHistory {
  const { past, current, changedAt } = history;
  if (changed.text === current.text) return { ...history, current: changed };
  const added = changed.text.length - current.text.length;
  const isInsertion = added > 0;
  const isTyping = Math.abs(added) === 1 && isInsertion === history.isInsertion && now - changedAt < stepMs;
  const startsLine = isInsertion && changed.text.charAt(changed.start - 1) === "\n";
  const steps = past.length > 0 && isTyping && !startsLine ? past : [...past, current];
  return { past: withinLimits(steps), current: changed, future: [], changedAt: now, isInsertion };
}

/** Returns the history one step back; undefined at its start. */
export function undo({ past, current, future }: TextHistory): TextHistory | undefined {
  const last = past.at(-1);
  return last && { ...newTextHistory(last), past: past.slice(0, -1), future: [current, ...future] };
}

/** Returns the history one step forward; undefined at its end. */
export function redo({ past, current, future }: TextHistory): TextHistory | undefined {
  const [next] = future;
  return next && { ...newTextHistory(next), past: [...past, current], future: future.slice(1) };
}

function withinLimits(steps: readonly FieldText[]): readonly FieldText[] {
  let chars = 0;
  const first = steps.findLastIndex(({ text }) => {
    chars += text.length;
    return chars > maxChars;
  });
  return steps.slice(Math.max(first + 1, steps.length - maxSteps));
}
