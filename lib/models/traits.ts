import { reasoningRules } from "@/lib/providers/codecs/openai/openai-reasoning";
import { looksVisual } from "@/lib/providers/vision-patterns";

/** What sets a model apart in a list. */
export type ModelTag = "vision" | "reasoning" | "images" | "video";

/** Models that make images or films; they hold no conversation. */
const makers: readonly (readonly [RegExp, "images" | "video"])[] = [
  [/^(dall-?e|gpt-image|chatgpt-image|cogview)|-image(-|$)|^(sd3|stable-|flux)/, "images"],
  [/^(cogvideo|sora|veo-|vidu)/, "video"],
];

/** Today's models that see images without saying so in a name of the older patterns (providers.md, chapter 3). */
const seeing: readonly RegExp[] = [
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

/** Models that think before they answer; OpenAI's have a table of their own (`openai-reasoning.ts`). */
const thinking: readonly RegExp[] = [
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

/** Exceptions to the rows above. */
const notThinking = /non-reasoning|^gpt-5-chat/;

/**
 * Whether a model sees images: because a list of further names has it (comma-separated, exact), or by its name
 *.
 */
export function seesImages(model: string, furtherNames = ""): boolean {
  if (furtherNames.split(",").some((name) => name.trim() === model)) return true;
  return looksVisual(model) || seeing.some((pattern) => pattern.test(baseName(model)));
}

/** Returns the tags of a model, in the order in which they are shown. */
export function tagsOf(model: string, furtherVisionNames = ""): readonly ModelTag[] {
  const name = baseName(model);
  const made = makers.find(([pattern]) => pattern.test(name));
  if (made) return [made[1]];
  const thinks =
    !notThinking.test(name) && (reasoningRules(name) !== undefined || thinking.some((pattern) => pattern.test(name)));
  return [
    ...(seesImages(model, furtherVisionNames) ? ["vision" as const] : []),
    ...(thinks ? ["reasoning" as const] : []),
  ];
}

/** A vendor's folder before the name (`Qwen/…`) says nothing of the model. */
function baseName(model: string): string {
  return model.slice(model.lastIndexOf("/") + 1).toLowerCase();
}
