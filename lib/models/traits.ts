import { reasoningRules } from "@/lib/providers/codecs/openai/openai-reasoning";
import { matchesVisionPattern } from "@/lib/providers/vision-patterns";

/** Labels of a model in a list. */
export type ModelTag = "vision" | "reasoning" | "images" | "video";

/** Models that generate images or videos; they hold no conversation. */
const imageGenerators: readonly (readonly [RegExp, "images" | "video"])[] = [
  [/^(dall-?e|gpt-image|chatgpt-image|cogview)|-image(-|$)|^(sd3|stable-|flux)/, "images"],
  [/^(cogvideo|sora|veo-|vidu)/, "video"],
];

/** Vision models whose names do not match the older patterns. */
const visionPatterns: readonly RegExp[] = [
  /^claude-(fable|mythos|opus|sonnet|haiku)-[4-9]/,
  /^gemini-([3-9]|flash|pro-latest)/,
  /^(gpt-[6-9]|chat-latest)/,
  /^kimi-k(2\.[5-9]|[3-9])/,
  /^grok-[5-9]/,
  /^(qwen3\.[5-9]|qwen[4-9])/,
  /^doubao-seed/,
  /^ernie-5/,
  /^glm-[5-9].*v/,
  /^(gemma-[3-9]|llama-?4|mistral-(medium|large)-(3|latest)|pixtral)/,
];

/** Reasoning models; OpenAI's are in a separate table (`openai-reasoning.ts`). */
const reasoningPatterns: readonly RegExp[] = [
  /-(thinking|reasoner|reasoning)(-|$)|^(qwq|qvq|magistral)/,
  /deepseek-(r\d|v[4-9]|flash)/,
  /^claude-(3-7|(opus|sonnet|haiku|fable|mythos)-[4-9])/,
  /^gemini-(2\.5|[3-9])/,
  /^grok-(3-mini|[4-9])/,
  /^glm-(4\.[5-9]|[5-9]|z1)/,
  /^kimi-(thinking|k2\.[5-9]|k[3-9])/,
  /^ernie-(x|5)/,
  /^(hunyuan-t1|hy[3-9])/,
  /^doubao-seed/,
];

/** Exceptions to the reasoning patterns. */
const reasoningExceptions = /non-reasoning|^gpt-5-chat/;

/** Whether a model supports images: it is in a list of further names (comma-separated, exact), or matches by name. */
export function supportsVision(model: string, furtherNames = ""): boolean {
  if (furtherNames.split(",").some((name) => name.trim() === model)) return true;
  return matchesVisionPattern(model) || visionPatterns.some((pattern) => pattern.test(baseName(model)));
}

/** Returns the labels of a model, in display order. */
export function tagsOf(model: string, furtherVisionNames = ""): readonly ModelTag[] {
  const name = baseName(model);
  const generator = imageGenerators.find(([pattern]) => pattern.test(name));
  if (generator) return [generator[1]];
  const isReasoning =
    !reasoningExceptions.test(name) &&
    (reasoningRules(name) !== undefined || reasoningPatterns.some((pattern) => pattern.test(name)));
  return [
    ...(supportsVision(model, furtherVisionNames) ? ["vision" as const] : []),
    ...(isReasoning ? ["reasoning" as const] : []),
  ];
}

/** Returns a model's name without a vendor prefix (`Qwen/…`). */
function baseName(model: string): string {
  return model.slice(model.lastIndexOf("/") + 1).toLowerCase();
}
