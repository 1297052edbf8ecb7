import { modelFact } from "@/lib/providers/model-families";

/** The month that is taken as the end of training if nothing is known. */
const defaultCutoff = "2024-10";

/** Returns the month in which a model's training ended, such as `2024-10`. */
export function knowledgeCutoff(model: string): string {
  return modelFact(model, "cutoff") ?? defaultCutoff;
}
