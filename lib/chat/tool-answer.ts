import type { ToolOutcome, ToolProblem } from "@/lib/chat/tool";

/** Texts for the model if a call has no result. */
const problemTexts: Readonly<Record<ToolProblem, string>> = {
  failed: "The tool answered with an error.",
  "unknown-tool": "There is no tool of this name here.",
  "bad-arguments": "The arguments do not fit the tool's parameters.",
  refused: "The person did not allow this call. Do not repeat it; go on without it or ask.",
  limit: "The limit of tool calls for one answer is reached. Answer with what is known.",
  "too-large": "The tool's answer was too long to be read.",
  timeout: "The tool did not answer in time.",
  network: "The tool could not be reached.",
  "not-text": "The tool's answer is no text.",
  "not-connected": "The server of this tool is not connected.",
  stopped: "The call was stopped.",
};

/** Maximum length of a result that is sent to the model and stored, in characters; longer results are cut. */
export const maxResultChars = 100_000;

/** Returns a call's result as text for the model. */
export function answerForModel({ text, problem }: ToolOutcome): string {
  if (!problem) return text.length > maxResultChars ? `${text.slice(0, maxResultChars)}\n[cut]` : text;
  return [`Error: ${problemTexts[problem]}`, text.slice(0, maxResultChars)].filter(Boolean).join("\n");
}

/** Image types that all APIs with images in results accept; Gemini does not support GIF. */
const imageTypes: readonly string[] = ["image/png", "image/jpeg", "image/webp"];

/**
 * Returns the images of a result to send to a model, as data URLs.
 *
 * @param roomChars their maximum total length, in characters
 */
export function imagesForModel({ media = [], problem }: ToolOutcome, roomChars: number): string[] {
  const images: string[] = [];
  let room = problem ? 0 : roomChars;
  for (const { type, url } of media) {
    if (!imageTypes.includes(type) || url.length > room) continue;
    images.push(url);
    room -= url.length;
  }
  return images;
}
