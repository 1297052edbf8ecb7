import type { ToolOutcome, ToolProblem } from "@/lib/chat/tool";

/** Texts for the model if a call has no result. */
const problemTexts: Readonly<Record<ToolProblem, string>> = {
  failed: "The tool returned an error.",
  "unknown-tool": "No tool with this name is available here.",
  "bad-arguments": "The arguments do not match the tool's parameters.",
  refused: "The user denied this call. Do not repeat it; continue without it or ask.",
  limit: "The tool call limit for one reply is reached. Reply with what you know.",
  "too-large": "The tool's result was too long to read.",
  timeout: "The tool did not respond in time.",
  network: "The tool could not be reached.",
  "not-text": "The tool's result is not text.",
  "not-connected": "This tool's server is not connected.",
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
