import { withoutFencedCall } from "@/lib/chat/fenced-call";
import { type Message, type MessageTool, type ThoughtPart, textOf } from "@/lib/chat/message";

/** A part of a reply's reasoning, and its index in the reasoning. */
export interface ThoughtStep {
  readonly kind: "thought";
  readonly text: string;
  readonly from: number;
}

/** A tool call of a reply, and its index among the calls. */
export interface CallStep {
  readonly kind: "call";
  readonly tool: MessageTool;
  readonly index: number;
}

/** A section of a reply as it is displayed. */
export type ReplySection =
  | ThoughtStep
  /** Calls, and the reasoning between them. `from`: the index of the first call. */
  | { readonly kind: "steps"; readonly steps: readonly (ThoughtStep | CallStep)[]; readonly from: number }
  | { readonly kind: "text"; readonly text: string; readonly from: number };

/** A step, and its place: the length of the text before it. */
interface Mark {
  readonly at: number;
  readonly step: ThoughtStep | CallStep;
}

/**
 * Returns the sections of a reply in the order in which the model wrote them. All calls come first if their places in the
 * text are unknown, or if the text was edited.
 */
export function sectionsOf(message: Message): readonly ReplySection[] {
  const text = textOf(message);
  const marks = marksOf(message, text);
  const sections: ReplySection[] = [];
  let from = 0;
  for (const { at, step } of marks) {
    addText(sections, message, text.slice(from, at), from);
    from = Math.max(from, at);
    addStep(sections, step);
  }
  addText(sections, message, text.slice(from), from);
  return sections;
}

/** Returns the steps of a reply with their places, in order. */
function marksOf(message: Message, text: string): Mark[] {
  const { tools = [] } = message;
  const calls = tools.map((tool, index) => ({
    at: tool.textBefore ?? 0,
    order: 2 * index + 1,
    step: { kind: "call" as const, tool, index },
  }));
  const isInOrder = calls.every(({ at }, index) => at >= (calls[index - 1]?.at ?? 0) && isBetweenParagraphs(text, at));
  if (!isInOrder) return [...thoughtsAtStart(message), ...calls.map(({ step }) => ({ at: 0, step }))];
  return [...thoughtsOf(message, text), ...calls].toSorted(
    (one, other) => one.at - other.at || one.order - other.order,
  );
}

function thoughtsAtStart({ reasoning = "" }: Message): Mark[] {
  return reasoning === "" ? [] : [{ at: 0, step: { kind: "thought", text: reasoning, from: 0 } }];
}

/** Returns the parts of the reasoning. A part inside a paragraph of the text is not separated from the part before it. */
function thoughtsOf(
  { reasoning = "", thoughtParts = [] }: Message,
  text: string,
): (Mark & { readonly order: number })[] {
  const first = { start: 0, textBefore: 0, callsBefore: 0 };
  const parts: ThoughtPart[] = [];
  for (const part of thoughtParts) {
    if (isAfter(part, parts.at(-1) ?? first) && isBetweenParagraphs(text, part.textBefore)) parts.push(part);
  }
  if (parts[0]?.start !== 0) parts.unshift(first);
  return parts.flatMap(({ start, textBefore, callsBefore }, index) => {
    const part = reasoning.slice(start, parts[index + 1]?.start).trim();
    return part === ""
      ? []
      : [{ at: textBefore, order: 2 * callsBefore, step: { kind: "thought" as const, text: part, from: start } }];
  });
}

function isAfter(part: ThoughtPart, before: ThoughtPart): boolean {
  const isFurther = part.textBefore > before.textBefore || part.callsBefore > before.callsBefore;
  const isNotBack = part.textBefore >= before.textBefore && part.callsBefore >= before.callsBefore;
  return isFurther && isNotBack && part.start >= before.start;
}

/** Whether a place is between two paragraphs of a text, or at one of its ends. */
function isBetweenParagraphs(text: string, at: number): boolean {
  let start = at;
  let end = at;
  while (start > 0 && isBlank(text[start - 1])) start--;
  while (end < text.length && isBlank(text[end])) end++;
  return start === 0 || end >= text.length || text.slice(start, end).includes("\n");
}

function isBlank(character = "x"): boolean {
  return character.trim() === "";
}

function addStep(sections: ReplySection[], step: ThoughtStep | CallStep): void {
  const last = sections.at(-1);
  if (last?.kind === "steps") sections.splice(-1, 1, { ...last, steps: [...last.steps, step] });
  else if (step.kind === "call") sections.push({ kind: "steps", steps: [step], from: step.index });
  else sections.push(step);
}

function addText(sections: ReplySection[], { tools = [] }: Message, part: string, from: number): void {
  // A call in the text is displayed as a call.
  const shown = tools.some(({ client }) => client !== undefined) ? withoutFencedCall(part) : part;
  // Leading spaces belong to the first line, which they may indent.
  const text = shown.replace(/^(?:[^\S\n]*\n)+/, "");
  if (text.trim() !== "") sections.push({ kind: "text", text, from });
}
