import { reasoningRules } from "@/lib/providers/codecs/openai/openai-reasoning";
import type { ModelAbilities } from "@/lib/providers/model-abilities";
import { acceptsImages, baseName, modelFact } from "@/lib/providers/model-families";

/** A property that lists of models show. */
export type ModelTag = "vision" | "reasoning" | "images" | "video";

/** A size within a name, as in `moonshot-v1-32k`. */
const namedSize = /-(\d+)k(-|$)/;

/** Returns a model's context window, in tokens of request and reply together; undefined if unknown. */
export function contextWindowOf(model: string): number | undefined {
  const known = modelFact(model, "window");
  if (known !== undefined) return known;
  const size = namedSize.exec(baseName(model))?.[1];
  return size === undefined ? undefined : Number(size) * 1000;
}

/** Whether models of this name think before they answer. */
export function thinks(model: string): boolean {
  return modelFact(model, "thinks") ?? reasoningRules(baseName(model)) !== undefined;
}

/** Whether models of this name make images or videos instead of texts. */
export function makesMedia(model: string): boolean {
  return modelFact(model, "makes") !== undefined;
}

/** Returns the tags of a model with these abilities, in the order in which they are shown. */
export function tagsOf(
  model: string,
  abilities: Pick<ModelAbilities, "vision" | "thinking"> = { vision: acceptsImages(model), thinking: thinks(model) },
): readonly ModelTag[] {
  const makes = modelFact(model, "makes");
  if (makes) return [makes];
  return [...(abilities.vision ? ["vision" as const] : []), ...(abilities.thinking ? ["reasoning" as const] : [])];
}
