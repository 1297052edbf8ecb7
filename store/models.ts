import * as v from "valibot";
import { create } from "zustand";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { ChatSession } from "@/lib/chat/session";
import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { noList } from "@/lib/fields/strict-schemas";
import { fallbackModel, findModel, listModels, type ModelEntry, withOperatorDefault } from "@/lib/models/model-list";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { Provider } from "@/lib/providers/provider";
import type { AccessSettings } from "@/lib/settings/access-settings";
import { connect, hasOwnCredentials, type Reach } from "@/lib/settings/connect";
import type { ServerFlags } from "@/lib/settings/server-flags";
import { allProviders, useAccess } from "@/store/access";
import { useSettings } from "@/store/settings";

/** How long a program on this computer may take to list its models, in milliseconds. */
const localAnswerMs = 2500;
/** How long its answer may be, in characters, and how many models are taken from it: anything may listen there. */
const maxAnswerChars = 1_000_000;
const maxModels = 1000;

/** What decides which providers can be used: the person's credentials, and what the server is and says. */
type AccessInUse = AccessSettings & { readonly flags: ServerFlags | null; readonly reach: Reach };

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
      const signal = AbortSignal.timeout(localAnswerMs);
      // A redirect would carry a key to a host that nobody entered.
      const response = await env.fetch(call.url, { method, headers, signal, redirect: "error" });
      if (!response.ok) return undefined;
      const models = v.parse(modelListSchema, provider.modelList.parseResponse(await readJson(response)));
      if (models.length === 0) return undefined;
      return { providerId: provider.id, providerName: provider.name, models: models.slice(0, maxModels) };
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
  access: AccessInUse,
  fetched: Readonly<Record<string, readonly string[]>>,
): boolean {
  if (provider.id === "demo")
    return access.flags?.demo === "forced" || (access.flags?.demo === "offered" && !hasReal(access, fetched));
  if (provider.isLocal) return (fetched[provider.id]?.length ?? 0) > 0;
  return hasOwnCredentials(provider, access, access.reach) || access.flags?.demo !== "offered";
}

function hasReal(access: AccessInUse, fetched: Readonly<Record<string, readonly string[]>>): boolean {
  return allProviders.some((provider) =>
    provider.isLocal ? (fetched[provider.id]?.length ?? 0) > 0 : hasOwnCredentials(provider, access, access.reach),
  );
}

/** Lists the models that can be chosen now. */
export function availableModels(
  access: AccessInUse,
  fetched: Readonly<Record<string, readonly string[]>>,
): ModelEntry[] {
  const usable = allProviders.filter((provider) => isUsable(provider, access, fetched));
  return withOperatorDefault(listModels(usable, fetched), usable, access.flags?.defaultModel ?? "");
}

/** Reads a body as JSON. Throws where it is none, or too long. */
async function readJson(response: Response): Promise<unknown> {
  const { readText } = await import("@/lib/engine/read-text");
  let text = "";
  if (response.body)
    for await (const piece of readText(response.body.getReader())) {
      text += piece;
      if (text.length > maxAnswerChars) throw new AppError("too-large");
    }
  return JSON.parse(text);
}

/** What decides which model answers in a chat. */
interface ModelChoice {
  readonly models: readonly ModelEntry[];
  readonly flags: ServerFlags | null;
  readonly global: ModelSettings;
  /** True once the person has chosen the global model: until then the operator's default counts. */
  readonly hasChosenModel: boolean;
}

/**
 * Answers the settings with which a chat asks now: the global ones while it follows them, and another model where its
 * own is not available. What the chat has stored stays as it is.
 */
export function settingsInUse(
  { mask }: Pick<ChatSession, "mask">,
  { models, flags, global, hasChosenModel }: ModelChoice,
): ModelSettings {
  const settings = mask.syncGlobalConfig ? global : mask.modelConfig;
  const operatorDefault = flags?.defaultModel ?? "";
  const isOpen = mask.syncGlobalConfig && !hasChosenModel && operatorDefault !== "";
  if (!isOpen && findModel(models, settings)) return settings;
  const other = fallbackModel(models, operatorDefault, global);
  return other ? { ...settings, model: other.name, providerName: other.providerName } : settings;
}

/** Answers the chat as it asks now (`settingsInUse`). */
export function sessionInUse(session: ChatSession): ChatSession {
  const access = useAccess.getState();
  const choice = {
    models: availableModels(access, useModels.getState().fetched),
    flags: access.flags,
    global: useSettings.getState().modelConfig,
    hasChosenModel: useSettings.getState().hasChosenModel,
  };
  return { ...session, mask: { ...session.mask, modelConfig: settingsInUse(session, choice) } };
}
