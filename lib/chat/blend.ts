import { joinFiles } from "@/lib/chat/file-block";
import { type Message, type StoredBlend, textOf, withText } from "@/lib/chat/message";
import { splitFiles } from "@/lib/chat/text-file";
import { isRecord, listOf, recordOf, stringOf } from "@/lib/json";

/** Maximum length of the prompt of a blend, in characters. */
export const maxBlendPromptChars = 4_000;
/** Maximum number of answers in a blend, and length of a stored name or id. */
const maxAnswers = 6;
const maxNameChars = 200;

/** The sources of a reply that a model wrote from several answers. */
export interface Blend {
  readonly prompt: string;
  /** The answers in the order of their numbers, with the models that wrote them. */
  readonly answers: readonly { readonly id: string; readonly model: string }[];
}

/** Returns a stored blend; undefined if it is invalid. */
export function readBlend(stored: StoredBlend | undefined): Blend | undefined {
  const answers = listOf(recordOf(stored).answers)
    .slice(0, maxAnswers)
    .filter(isRecord)
    .map(({ id, model }) => ({
      id: stringOf(id).slice(0, maxNameChars),
      model: stringOf(model).slice(0, maxNameChars),
    }));
  if (answers.length < 2) return undefined;
  return { prompt: stringOf(recordOf(stored).prompt).slice(0, maxBlendPromptChars), answers };
}

/** Whether a reply has a text that can be part of a blend. */
export function isBlendable(message: Message): boolean {
  return !message.streaming && !message.isError && textOf(message).trim() !== "";
}

/**
 * Returns the question with a request to write one answer from several: the prompt, the question and the numbered
 * answers. Images and documents of the question stay. Returns undefined if one of the answers is gone.
 */
export function blendedQuestion(
  question: Message,
  { prompt, answers }: Blend,
  versions: readonly Message[],
): Message | undefined {
  const found = answers.map(({ id }) => versions.find((version) => version.id === id));
  const texts = found.flatMap((answer) => (answer && isBlendable(answer) ? [textOf(answer)] : []));
  if (texts.length < answers.length) return undefined;
  const { text, files } = splitFiles(textOf(question));
  const request = joinFiles({ text: blendText({ prompt, question: text, answers: texts }), files });
  return { ...question, content: withText(question.content, request) };
}

interface BlendTexts {
  readonly prompt: string;
  readonly question: string;
  readonly answers: readonly string[];
}

/** Returns the text of a blend's request. No text contains the tag that ends it. */
export function blendText({ prompt, question, answers }: BlendTexts): string {
  const suffix = freeSuffix([question, ...answers].join("\n"));
  const parts = answers.map(
    (answer, index) => `<answer${suffix} number="${index + 1}">\n${answer.trim()}\n</answer${suffix}>`,
  );
  return [prompt.trim(), `<question${suffix}>\n${question.trim()}\n</question${suffix}>`, ...parts]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Returns a suffix for tags that a text does not contain. */
function freeSuffix(text: string): string {
  const lower = text.toLowerCase();
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? "" : `-${number}`;
    if (!lower.includes(`</answer${suffix}>`) && !lower.includes(`</question${suffix}>`)) return suffix;
  }
}
