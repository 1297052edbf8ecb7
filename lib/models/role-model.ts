import { type ModelEntry, modelKey } from "@/lib/models/model-entry";
import { findModel } from "@/lib/models/model-list";
import { modelFact } from "@/lib/providers/model-families";

/** A model and who serves it, as settings name them. */
interface NamedModel {
  readonly model: string;
  readonly providerName: string;
}

/**
 * Returns the model that writes the titles and summaries of a chat: the one that the settings name for it, else the one
 * of the table, else the chat's own; another one only when it is available.
 *
 * The table chooses among the models of the chat's own provider alone: a model called `gpt-oss` may run on the user's
 * own computer, and a chat goes to no company that was not chosen.
 */
export function summaryModel(
  settings: NamedModel & { readonly compressModel: string; readonly compressProviderName: string },
  models: readonly ModelEntry[],
): NamedModel {
  const { model, providerName, compressModel, compressProviderName } = settings;
  const named = { model: compressModel, providerName: compressProviderName || providerName };
  if (compressModel !== "" && findModel(models, named)) return named;
  return { model: roleModelOf({ model, providerName }, models)?.name ?? model, providerName };
}

function roleModelOf({ model, providerName }: NamedModel, models: readonly ModelEntry[]): ModelEntry | undefined {
  const keys = modelFact(model, "summarizers") ?? [];
  const served = models.filter(({ available, provider }) => available && provider.providerName === providerName);
  return keys.map((key) => served.find((entry) => modelKey(entry) === key)).find((entry) => entry !== undefined);
}
