import { findNamedModel } from "@/lib/models/default-model";
import { modelKey, splitModel } from "@/lib/models/model-entry";
import { listModels } from "@/lib/models/model-list";
import type { Provider } from "@/lib/providers/provider";
import { type Refusal, refuse } from "@/lib/server/error-response";

/** The rules for which models may be requested. */
export interface ModelGate {
  /** False if every model is allowed, so that bodies need not be checked. */
  readonly isClosed: boolean;
  isAllowed(model: string, provider: Pick<Provider, "id">): boolean;
  /** Returns why a model is not allowed; absent: the operator's rules. */
  refusalOf?(model: string, provider: Pick<Provider, "id">): Refusal;
  /** Whether `model` or `model@provider` names a model of the operator's list. Without a list, every name does. */
  isListed(named: string): boolean;
}

/**
 * Whether a model belongs to the family that DISABLE_GPT4 turns off, in any spelling: gateways prefix the vendor
 * (`openai/gpt-4`), OpenAI prefixes `ft:`.
 */
export function isGpt4Family(model: string): boolean {
  const name = canonicalName(model)
    .toLowerCase()
    .replace(/^ft:|^.*\//, "");
  return /^(gpt-4|chatgpt-4o|o1)/.test(name) && !name.startsWith("gpt-4o-mini");
}

/**
 * Creates the gate from the operator's model list and DISABLE_GPT4.
 *
 * A list rejects models that are not on it, separately for each provider. For OpenAI and Azure, a model that is listed
 * without a provider is also allowed.
 */
export function readModelGate(
  { customModels, disableGPT4 }: { readonly customModels: string; readonly disableGPT4: boolean },
  providers: readonly Provider[],
): ModelGate {
  const listed =
    customModels === ""
      ? undefined
      : listModels({ providers: providers.map(withAllModels), customModels: [customModels] }).filter(
          ({ available }) => available,
        );
  const keys = new Set(listed?.map(modelKey));
  const byDeployment = new Set(providers.flatMap(({ id, modelNames }) => (modelNames === "deployments" ? [id] : [])));
  const deployments = new Set(
    listed?.flatMap(({ displayName, provider: { id } }) => (byDeployment.has(id) ? [`${displayName}@${id}`] : [])),
  );
  const servesUnbound = new Set(providers.flatMap(({ id, servesUnboundModels }) => (servesUnboundModels ? [id] : [])));
  return {
    isClosed: listed !== undefined || disableGPT4,
    isListed(named) {
      if (disableGPT4 && isGpt4Family(splitModel(named).name)) return false;
      return listed === undefined || findNamedModel(listed, named) !== undefined;
    },
    isAllowed(model, { id }) {
      if (disableGPT4 && isGpt4Family(model)) return false;
      if (listed === undefined || keys.has(`${model}@${id}`)) return true;
      if (deployments.has(`${model}@${id}`)) return true;
      return servesUnbound.has(id) && keys.has(`${model}@${model.toLowerCase()}`);
    },
  };
}

function withAllModels(provider: Provider): Provider {
  return { ...provider, models: [...provider.models, ...(provider.otherModels ?? [])] };
}

/** Maximum length of a model name that is checked, in characters. */
const maxNameChars = 500;

/**
 * Returns the model's canonical name, which is compared and sent. Throws `model-not-allowed` if the gate rejects it.
 */
export function permittedModel(model: string, provider: Pick<Provider, "id">, gate: ModelGate): string {
  if (model.length > maxNameChars) throw refuse("malformed");
  const name = canonicalName(model);
  if (name === "") throw refuse("malformed");
  if (!gate.isAllowed(name, provider)) {
    throw refuse(gate.refusalOf?.(name, provider) ?? "model-not-allowed", { model: name });
  }
  return name;
}

function canonicalName(model: string): string {
  return model.normalize("NFKC").trim();
}
