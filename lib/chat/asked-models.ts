import { maxCompared } from "@/lib/chat/comparison";
import { listOf, recordOf, stringOf } from "@/lib/json";

/** Maximum length of a stored name of a model or provider, in characters. */
export const maxModelNameChars = 200;

/** A model that is asked with others. */
export interface AskedModel {
  readonly providerName: string;
  readonly model: string;
}

/** Reads stored models. Returns an empty list if one of them is invalid. */
export function readAskedModels(stored: unknown): readonly AskedModel[] {
  const rows = listOf(stored);
  const models = rows.slice(0, maxCompared).flatMap(readAskedModel);
  return models.length === rows.length ? models : [];
}

/** Returns a model with names of at most the stored length. */
export function boundedModel({ providerName, model }: AskedModel): AskedModel {
  return { providerName: providerName.slice(0, maxModelNameChars), model: model.slice(0, maxModelNameChars) };
}

function readAskedModel(stored: unknown): readonly AskedModel[] {
  const { providerName, model } = recordOf(stored);
  return stringOf(model) === "" ? [] : [boundedModel({ providerName: stringOf(providerName), model: stringOf(model) })];
}
