import { type ModelEntry, modelKey } from "@/lib/models/model-entry";
import { findModel } from "@/lib/models/model-list";
import { modelFact } from "@/lib/providers/model-families";

/** A model and its provider, as named in the settings. */
interface NamedModel {
  readonly model: string;
  readonly providerName: string;
}

/**
 * Returns the model that writes a chat's titles and summaries: the one in the settings, else the one of the table, else
 * the chat's own. Models other than the chat's must be available.
 *
 * The table only selects among models of the chat's own provider. A model named `gpt-oss` may run on the user's own
 * computer, and such a chat must not be sent to a company that the user has not chosen.
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
