import { type ModelEntry, modelKey } from "@/lib/models/model-entry";
import { findModel } from "@/lib/models/model-list";

/** A model and its provider, as named in the settings. */
interface NamedModel {
  readonly model: string;
  readonly providerName: string;
}

/** Models that write titles and summaries for a family: cheap and fast ones, in order of preference. */
const roleModels: readonly { readonly of: RegExp; readonly models: readonly string[] }[] = [
  { of: /^(gpt|chatgpt|o\d)/, models: ["gpt-4o-mini@openai", "gpt-4.1-nano@openai", "gpt-4.1@openai"] },
  { of: /^gemini/, models: ["gemini-pro@google", "gemini-3.5-flash-lite@google", "gemini-2.5-flash-lite@google"] },
  { of: /^deepseek-/, models: ["deepseek-chat@deepseek", "deepseek-flash@deepseek"] },
  { of: /^claude(?!.*haiku)/, models: ["claude-haiku-4-5@anthropic", "claude-3-5-haiku-latest@anthropic"] },
];

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
  const keys = roleModels.find(({ of }) => of.test(model))?.models ?? [];
  const served = models.filter(({ available, provider }) => available && provider.providerName === providerName);
  return keys.map((key) => served.find((entry) => modelKey(entry) === key)).find((entry) => entry !== undefined);
}
