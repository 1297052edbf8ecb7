import { reasoningRules } from "@/lib/providers/codecs/openai/openai-reasoning";
import { baseName, modelFact } from "@/lib/providers/model-families";

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

/** Whether a model accepts images, by its name or because `furtherNames` lists it (comma-separated, exact). */
export function supportsVision(model: string, furtherNames = ""): boolean {
  if (furtherNames.split(",").some((name) => name.trim() === model)) return true;
  return modelFact(model, "sees") ?? false;
}

/** Returns the tags of a model, in the order in which they are shown. */
export function tagsOf(model: string, furtherVisionNames = ""): readonly ModelTag[] {
  const makes = modelFact(model, "makes");
  if (makes) return [makes];
  const thinks = modelFact(model, "thinks") ?? reasoningRules(baseName(model)) !== undefined;
  return [
    ...(supportsVision(model, furtherVisionNames) ? ["vision" as const] : []),
    ...(thinks ? ["reasoning" as const] : []),
  ];
}
