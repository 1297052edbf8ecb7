import { create } from "zustand";
import type { Mask } from "@/lib/chat/mask";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { withProjectTools } from "@/lib/chat/project-tools";
import type { ChatSession } from "@/lib/chat/session";
import type { Environment } from "@/lib/environment";
import { AppError, toAppError } from "@/lib/errors";
import { isTextList } from "@/lib/fields/fields";
import { isRecord, recordOf } from "@/lib/json";
import { fallbackModel, featuredModel } from "@/lib/models/default-model";
import type { ModelEntry } from "@/lib/models/model-entry";
import { findModel, listModels } from "@/lib/models/model-list";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { type AbilitiesById, readAbilities } from "@/lib/providers/model-abilities";
import { boundNameOf, type Provider } from "@/lib/providers/provider";
import { type AccessSettings, addressOf } from "@/lib/settings/access-settings";
import { hasOwnCredentials, type Reach } from "@/lib/settings/credentials";
import type { ServerFlags } from "@/lib/settings/server-flags";
import { builtInProviders, providersOf, useAccess } from "@/store/settings/access";
import type { fetchModelList, ListedByProvider } from "@/store/settings/fetch-model-list";
import { projectOf, withProjectSettings } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";

/** The state that decides which providers can be used: credentials, the server's flags and its address. */
export type AccessInUse = AccessSettings & { readonly flags: ServerFlags | null; readonly reach: Reach };

interface ModelsStore {
  /** The model lists fetched from providers, by provider id. */
  readonly fetched: Readonly<Record<string, readonly string[]>>;
  /** The abilities in those lists, by provider id. */
  readonly abilities: Readonly<Record<string, AbilitiesById>>;
  hydrate(stored: unknown): void;
  /** Looks for model servers on this computer and stores their models. Returns the providers that were found. */
  findLocal(): Promise<LocalFinding[]>;
  /** Fetches and stores a provider's model list. Throws AppError, `not-supported` if the provider has none. */
  fetchModels(provider: Provider): Promise<readonly string[]>;
  /**
   * Fetches a provider's model list with access settings that are not stored yet, and stores nothing. The list may be
   * empty. Throws AppError.
   */
  tryModels(provider: Provider, access: AccessInUse, signal: AbortSignal): Promise<readonly string[]>;
  /** Stores a model list that `tryModels` returned. */
  storeModels(provider: Provider, models: readonly string[]): void;
  /**
   * Fetches the lists of the operator's servers, and that of the default model's provider if that is useful. A failure is
   * only logged.
   */
  fetchAtStart(): Promise<void>;
  /**
   * Fetches the lists of the operator's servers that were not fetched since the page was loaded, unless an access code
   * is needed and missing. A failure is only logged.
   */
  fetchOfSite(): Promise<void>;
}

/** A model server that answered on this computer. */
export interface LocalFinding {
  readonly providerId: string;
  readonly providerName: string;
  readonly models: readonly string[];
}

function isFetchedLists(value: unknown): value is Record<string, string[]> {
  return isRecord(value) && Object.values(value).every(isTextList);
}

type ListEnvironment = Pick<Environment, "fetch" | "now" | "delay">;

/** Creates the store of model lists. */
export function createModels({ env }: { env: ListEnvironment }) {
  return create<ModelsStore>()((set, get) => {
    /** The lists of `tryModels`, for their abilities in case they are stored. */
    const tried = new WeakMap<readonly string[], ListedByProvider>();
    /** The ids of the operator's servers whose lists were requested since the page was loaded, and did not fail. */
    const asked = new Set<string>();

    const remember = (found: Readonly<Record<string, readonly string[]>>) =>
      set(({ fetched }) => ({ fetched: { ...fetched, ...found } }));

    /** Stores the abilities in a list. The calls for them are not waited for. */
    async function learn(provider: Provider, listed: ListedByProvider): Promise<void> {
      const known = await abilitiesIn(provider, listed, env);
      if (known) set(({ abilities }) => ({ abilities: { ...abilities, [provider.id]: known } }));
    }

    /** Fetches and stores a provider's model list. A failure is only logged. */
    async function fetchQuietly(provider: Provider): Promise<void> {
      try {
        asked.add(provider.id);
        await get().fetchModels(provider);
      } catch (error) {
        asked.delete(provider.id);
        console.warn(`Could not list the models of ${provider.name}.`, toAppError(error).code);
      }
    }

    return {
      fetched: {},
      abilities: {},
      hydrate: (stored) => set(storedLists(stored)),
      async findLocal() {
        const found = await findLocalLists(env);
        remember(Object.fromEntries(found.map(({ provider, listed }) => [provider.id, listed.models])));
        for (const { provider, listed } of found) void learn(provider, listed);
        return found.map(({ provider: { id, name }, listed: { models } }) => ({
          providerId: id,
          providerName: name,
          models,
        }));
      },
      async fetchModels(provider) {
        const listed = await fetchFilled(provider, env);
        remember({ [provider.id]: listed.models });
        void learn(provider, listed);
        return listed.models;
      },
      async tryModels(provider, access, signal) {
        const listed = await fetchList(provider, { access, env, isLocal: false, signal });
        tried.set(listed.models, listed);
        return listed.models;
      },
      storeModels(provider, models) {
        remember({ [provider.id]: models });
        const listed = tried.get(models);
        if (listed) void learn(provider, listed);
      },
      async fetchAtStart() {
        const provider = providerInUse(useSettings.getState().modelConfig);
        await Promise.all([
          get().fetchOfSite(),
          ...(provider?.listsModelsAtStart && !provider.isSite ? [fetchQuietly(provider)] : []),
        ]);
      },
      async fetchOfSite() {
        const access = useAccess.getState();
        if (access.flags?.needCode && access.accessCode.trim() === "") return;
        const servers = providersOf(access).filter(
          ({ id, isSite, modelList }) => isSite && modelList && !asked.has(id),
        );
        await Promise.all(servers.map(fetchQuietly));
      },
    };
  });
}

/** Returns the valid part of stored lists. */
function storedLists(stored: unknown): Pick<ModelsStore, "fetched" | "abilities"> {
  const { fetched, abilities } = isRecord(stored) ? stored : {};
  const known = Object.entries(recordOf(abilities)).map(([id, given]) => [id, readAbilities(given)] as const);
  return { fetched: isFetchedLists(fetched) ? fetched : {}, abilities: Object.fromEntries(known) };
}

/** Fetches a provider's model list, which may be empty. */
async function fetchList(...asked: Parameters<typeof fetchModelList>): Promise<ListedByProvider> {
  const { fetchModelList } = await import("@/store/settings/fetch-model-list");
  return fetchModelList(...asked);
}

/** Fetches a provider's model list. Throws `protocol` if it is empty. */
async function fetchFilled(provider: Provider, env: ListEnvironment, isLocal = false): Promise<ListedByProvider> {
  const listed = await fetchList(provider, { access: useAccess.getState(), env, isLocal });
  if (listed.models.length === 0) throw new AppError("protocol");
  return listed;
}

/** Returns the lists of the model servers on this computer. */
async function findLocalLists(env: ListEnvironment) {
  const locals = builtInProviders.filter(({ isLocal }) => isLocal);
  // A failure means that nothing listens there, or that CORS forbids the request. Both count as "not found".
  const answers = await Promise.allSettled(locals.map((provider) => fetchFilled(provider, env, true)));
  return locals.flatMap((provider, index) => {
    const answer = answers[index];
    return answer?.status === "fulfilled" ? [{ provider, listed: answer.value }] : [];
  });
}

/** Returns the abilities of the models in a list. Never rejects: a failure is logged. */
async function abilitiesIn(
  { modelList }: Provider,
  { models, body, connection }: ListedByProvider,
  env: ListEnvironment,
): Promise<AbilitiesById | undefined> {
  try {
    const { learnAbilities } = await import("@/store/settings/learn-abilities");
    const learned = await learnAbilities(modelList, { body, connection, env });
    return Object.fromEntries(Object.entries(learned).filter(([model]) => models.includes(model)));
  } catch (error) {
    console.warn("Could not read the abilities of listed models.", error);
    return undefined;
  }
}

export const useModels = createModels({ env: browserEnvironment });

/** Whether a provider can be used now, or could be used with a key. */
export function isUsable(
  provider: Provider,
  access: AccessInUse,
  fetched: Readonly<Record<string, readonly string[]>>,
): boolean {
  if (provider.isDemo)
    return access.flags?.demo === "forced" || (access.flags?.demo === "offered" && !hasReal(access, fetched));
  if (provider.isLocal) return (fetched[provider.id]?.length ?? 0) > 0;
  if (provider.isCustom) return addressOf(provider, access) !== "" && !access.reach.refusesOwnKeys;
  return hasOwnCredentials(provider, access, access.reach) || access.flags?.demo !== "offered";
}

/** Whether a provider needs a key and neither the user nor, by its flags, the server has one. */
function isKeyless(provider: Provider, access: AccessInUse): boolean {
  const served = access.flags?.served;
  if (served === undefined || served.includes(provider.id)) return false;
  if (provider.isLocal || provider.isCustom || provider.isDemo) return false;
  return !hasOwnCredentials(provider, access, access.reach);
}

function hasReal(access: AccessInUse, fetched: Readonly<Record<string, readonly string[]>>): boolean {
  return providersOf(access).some((provider) =>
    provider.isLocal || provider.isCustom
      ? isUsable(provider, access, fetched)
      : hasOwnCredentials(provider, access, access.reach),
  );
}

interface ListedModels {
  readonly fetched: Readonly<Record<string, readonly string[]>>;
  readonly customModels: string;
  readonly models: readonly ModelEntry[];
}

/** The last list for each state of the access: many components need the same one at once. */
const lastListed = new WeakMap<AccessInUse, ListedModels>();

/** Returns the models that can be chosen now. */
export function availableModels(
  access: AccessInUse,
  fetched: Readonly<Record<string, readonly string[]>>,
  customModels = "",
): readonly ModelEntry[] {
  const last = lastListed.get(access);
  if (last?.fetched === fetched && last.customModels === customModels) return last.models;
  const models = listAvailable(access, fetched, customModels);
  lastListed.set(access, { fetched, customModels, models });
  return models;
}

function listAvailable(
  access: AccessInUse,
  fetched: Readonly<Record<string, readonly string[]>>,
  customModels: string,
): ModelEntry[] {
  const providers = providersOf(access);
  const usable = new Set(providers.filter((provider) => isUsable(provider, access, fetched)).map(({ id }) => id));
  // A custom model without a provider is assigned to the first provider.
  const first = providers[0]?.id ?? "";
  const askedOf = ({ provider: { id, providerType } }: ModelEntry) =>
    providerType === "custom" && !providers.some((each) => each.id === id) ? first : id;
  const keyless = new Set(providers.filter((provider) => isKeyless(provider, access)).map(({ id }) => id));
  const models = listModels({
    providers,
    fetched,
    customModels: [customModels, access.flags?.customModels ?? ""],
    defaultModel: access.flags?.defaultModel ?? "",
  });
  return models
    .filter((model) => model.available && usable.has(askedOf(model)))
    .map((model) => (keyless.has(askedOf(model)) ? { ...model, isKeyless: true } : model));
}

/** Returns the provider of a chat's model. A custom model without a provider is assigned to the first one. */
export function providerInUse({ providerName }: Pick<ModelSettings, "providerName">): Provider | undefined {
  const access = useAccess.getState();
  const providers = providersOf(access);
  const found = providers.find((provider) => boundNameOf(provider) === providerName);
  if (found) return found;
  const models = availableModels(access, useModels.getState().fetched, useSettings.getState().customModels);
  return models.some(({ provider }) => provider.providerName === providerName) ? providers[0] : undefined;
}

/** Returns the display name of the provider in the settings. */
export function shownProviderName(providerName: string): string {
  return providerInUse({ providerName })?.name ?? providerName;
}

/** Whether a model is reachable. Offline, only models of this device or of this site's server are. */
export function isReachable(model: Pick<ModelSettings, "providerName">): boolean {
  if (navigator.onLine) return true;
  const provider = providerInUse(model);
  return provider?.isLocal === true || (provider?.isDemo === true && useAccess.getState().reach.relay === undefined);
}

/** Returns the display name of a chat's model. */
export function displayNameOf(settings: Pick<ModelSettings, "model" | "providerName">): string {
  const models = availableModels(
    useAccess.getState(),
    useModels.getState().fetched,
    useSettings.getState().customModels,
  );
  return findModel(models, settings)?.displayName ?? settings.model;
}

/** The state that decides which model answers in a chat. */
interface ModelChoice {
  readonly models: readonly ModelEntry[];
  readonly flags: ServerFlags | null;
  /** The settings of chats without their own: the app's, replaced by those of the chat's project. */
  readonly global: ModelSettings;
  /** True once the user has chosen the global model; until then the operator's default applies. */
  readonly hasChosenModel: boolean;
}

/**
 * Returns the settings that a chat uses now: the global ones while it follows them. If its model is not available, or
 * was never chosen and has no key, another model replaces it. The chat's stored settings do not change.
 */
export function settingsInUse(
  { mask }: { readonly mask: Pick<Mask, "syncGlobalConfig" | "modelConfig"> },
  { models, flags, global, hasChosenModel }: ModelChoice,
): ModelSettings {
  const settings = mask.syncGlobalConfig ? global : mask.modelConfig;
  const operatorDefault = flags?.defaultModel ?? "";
  const found = findModel(models, settings);
  const isOpen = mask.syncGlobalConfig && !hasChosenModel && (operatorDefault !== "" || found?.isKeyless);
  if (!isOpen && found) return settings;
  // The first model in a provider's list may be its oldest.
  const other = (found && operatorDefault === "" ? featuredModel(models) : undefined) ?? fallbackModel(models, global);
  return other ? { ...settings, model: other.name, providerName: other.provider.providerName } : settings;
}

/** Returns the chat with the settings that it uses now (`settingsInUse`), and with the tools of its project. */
export function sessionInUse(session: ChatSession): ChatSession {
  const project = projectOf(session);
  const access = useAccess.getState();
  const choice = {
    models: availableModels(access, useModels.getState().fetched, useSettings.getState().customModels),
    flags: access.flags,
    ...withProjectSettings(useSettings.getState(), project),
  };
  const mask = project ? withProjectTools(session.mask, project) : session.mask;
  return { ...session, mask: { ...mask, modelConfig: settingsInUse(session, choice) } };
}
