import * as v from "valibot";
import { create } from "zustand";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { ChatSession } from "@/lib/chat/session";
import type { Environment } from "@/lib/environment";
import { noList } from "@/lib/fields/strict-schemas";
import { fallbackModel, findModel, listModels, type ModelEntry } from "@/lib/models/model-list";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { Provider } from "@/lib/providers/provider";
import type { AccessSettings } from "@/lib/settings/access-settings";
import { connect, hasOwnCredentials } from "@/lib/settings/connect";
import type { ServerFlags } from "@/lib/settings/server-flags";
import { allProviders, useAccess } from "@/store/access";
import { useSettings } from "@/store/settings";

/** How long a program on this computer may take to list its models, in milliseconds. */
const localAnswerMs = 2500;

interface ModelsStore {
  /** The models that were asked of providers, by provider id. */
  readonly fetched: Readonly<Record<string, readonly string[]>>;
  hydrate(stored: unknown): void;
  /** Looks for model servers on this computer and remembers what they offer. Answers the providers that were found. */
  findLocal(): Promise<LocalFinding[]>;
}

/** A model server that answered on this computer. */
export interface LocalFinding {
  readonly providerId: string;
  readonly providerName: string;
  readonly models: readonly string[];
}

const storedSchema = v.object({ fetched: v.pipe(noList, v.record(v.string(), v.array(v.string()))) });
const modelListSchema = v.array(v.string());

/** Makes the store of model lists. */
export function createModels({ env }: { env: Pick<Environment, "fetch"> }) {
  async function askLocal(provider: Provider): Promise<LocalFinding | undefined> {
    if (!provider.modelList) return undefined;
    const call = provider.modelList.buildRequest(connect(provider, useAccess.getState(), useAccess.getState().reach));
    try {
      const { method, headers } = call;
      const response = await env.fetch(call.url, { method, headers, signal: AbortSignal.timeout(localAnswerMs) });
      if (!response.ok) return undefined;
      const models = v.parse(modelListSchema, provider.modelList.parseResponse(await response.json()));
      return models.length > 0 ? { providerId: provider.id, providerName: provider.name, models } : undefined;
    } catch {
      // Nothing listens there, or it does not let this page ask: for the search both mean "not found".
      return undefined;
    }
  }

  return create<ModelsStore>()((set) => ({
    fetched: {},
    hydrate(stored) {
      const parsed = v.safeParse(storedSchema, stored);
      set({ fetched: parsed.success ? parsed.output.fetched : {} });
    },
    async findLocal() {
      const answers = await Promise.all(allProviders.filter(({ isLocal }) => isLocal).map(askLocal));
      const found = answers.filter((answer) => answer !== undefined);
      set(({ fetched }) => ({
        fetched: { ...fetched, ...Object.fromEntries(found.map(({ providerId, models }) => [providerId, models])) },
      }));
      return found;
    },
  }));
}

export const useModels = createModels({ env: browserEnvironment });

/**
 * Tells whether a provider can be used now.
 *
 * The server does not say for which providers it has keys, only (through the demonstration) whether it has none at all.
 */
export function isUsable(
  provider: Provider,
  access: AccessSettings & { readonly flags: ServerFlags | null },
  fetched: Readonly<Record<string, readonly string[]>>,
): boolean {
  if (provider.id === "demo")
    return access.flags?.demo === "forced" || (access.flags?.demo === "offered" && !hasReal(access, fetched));
  if (provider.isLocal) return (fetched[provider.id]?.length ?? 0) > 0;
  return hasOwnCredentials(provider, access) || access.flags?.demo !== "offered";
}

function hasReal(access: AccessSettings, fetched: Readonly<Record<string, readonly string[]>>): boolean {
  return allProviders.some((provider) =>
    provider.isLocal ? (fetched[provider.id]?.length ?? 0) > 0 : hasOwnCredentials(provider, access),
  );
}

/** Lists the models that can be chosen now. */
export function availableModels(
  access: AccessSettings & { readonly flags: ServerFlags | null },
  fetched: Readonly<Record<string, readonly string[]>>,
): ModelEntry[] {
  return listModels(
    allProviders.filter((provider) => isUsable(provider, access, fetched)),
    fetched,
  );
}

/** What decides which model answers in a chat. */
interface ModelChoice {
  readonly models: readonly ModelEntry[];
  readonly flags: ServerFlags | null;
  readonly global: ModelSettings;
}

/**
 * Answers the settings with which a chat asks now: the global ones while it follows them, and another model where its
 * own is not available. What the chat has stored stays as it is.
 */
export function settingsInUse(
  { mask }: Pick<ChatSession, "mask">,
  { models, flags, global }: ModelChoice,
): ModelSettings {
  const settings = mask.syncGlobalConfig ? global : mask.modelConfig;
  if (findModel(models, settings)) return settings;
  const other = fallbackModel(models, flags?.defaultModel ?? "", global);
  return other ? { ...settings, model: other.name, providerName: other.providerName } : settings;
}

/** Answers the chat as it asks now (`settingsInUse`). */
export function sessionInUse(session: ChatSession): ChatSession {
  const access = useAccess.getState();
  const choice = {
    models: availableModels(access, useModels.getState().fetched),
    flags: access.flags,
    global: useSettings.getState().modelConfig,
  };
  return { ...session, mask: { ...session.mask, modelConfig: settingsInUse(session, choice) } };
}
