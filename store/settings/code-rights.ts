import type { Environment } from "@/lib/environment";
import { isTextList } from "@/lib/fields/fields";
import { isRecord, parseJson } from "@/lib/json";
import { modelKey, providerIdOf } from "@/lib/models/model-entry";
import { makesMedia } from "@/lib/models/model-facts";
import { listModels } from "@/lib/models/model-list";
import { makesSpeech } from "@/lib/models/speech-names";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { Provider } from "@/lib/providers/provider";
import { codeHeaders } from "@/lib/settings/connect";
import { hasOwnCredentials } from "@/lib/settings/credentials";
import type { ServerFlags } from "@/lib/settings/server-flags";
import { providersOf, useAccess } from "@/store/settings/access";
import { type HideableFeature, hideableFeatures, useCodeFeatures } from "@/store/settings/code-features";
import { type AccessInUse, useModels } from "@/store/settings/models";

/** Rights of the access code that decide what is shown. An absent one is not limited. */
export interface ShownRights {
  readonly models?: string;
  readonly providers?: readonly string[];
  readonly features?: readonly string[];
}

/** Time without another letter after which a typed code is looked up, in milliseconds. */
const typingMs = 800;

/** Timeout of the request, in milliseconds. */
const callMs = 20_000;

/** Times after failed requests until the next one, in milliseconds. The last one repeats. */
const retryMs = [5000, 30_000, 120_000, 600_000];

/** Error codes of calls that the rights do not include. */
const refusals = /^(not-allowed|code-(model|provider|images|voice|tools))$/;

/** Reads the rights in a response of `/api/access`. Undefined if the code is not limited, or for unknown values. */
export function readShownRights(answer: unknown): ShownRights | undefined {
  const rights = isRecord(answer) ? answer.rights : undefined;
  if (!isRecord(rights)) return undefined;
  const { models, providers, features } = rights;
  return {
    ...(typeof models === "string" ? { models } : {}),
    ...(isTextList(providers) ? { providers } : {}),
    ...(isTextList(features) ? { features } : {}),
  };
}

/**
 * Returns the denials of all listed models that a code does not include, in the grammar of custom models. Providers that
 * the user calls with own credentials are not limited by the code. Models whose names do not fit the grammar stay: the
 * server refuses them.
 */
export function deniedModels(
  rights: ShownRights,
  access: AccessInUse,
  fetched: Readonly<Record<string, readonly string[]>>,
  operatorsModels: string,
): string[] {
  const known = providersOf(access);
  const limited = known.filter((provider) => isLimited(provider, access));
  // Speech models are in no list, but decide whether dictation is offered.
  const providers = limited.map((each) => ({ ...each, models: [...each.models, ...(each.otherModels ?? [])] }));
  const all = listModels({ providers, fetched, customModels: [operatorsModels] });
  const included = listModels({ providers, fetched, customModels: [operatorsModels, rights.models ?? ""] });
  const keys = new Set(included.filter(({ available }) => available).map(modelKey));
  const ids = rights.providers && new Set(rights.providers.map((name) => providerIdOf(name, known)));
  const isIncluded = (name: string, id: string, key: string) =>
    (ids === undefined || ids.has(id)) && keys.has(key) && !lacksFeature(name, rights);
  return all.flatMap((model) => {
    const { name, available, provider } = model;
    const isKnown = providers.some(({ id }) => id === provider.id);
    if (!available || !isKnown || /[,=@]/.test(name) || isIncluded(name, provider.id, modelKey(model))) return [];
    return [`-${name}@${provider.id}`];
  });
}

/** Whether calls to a provider use the access code. */
function isLimited(provider: Provider, access: AccessInUse): boolean {
  if (provider.isLocal || provider.isCustom || provider.isDemo) return false;
  return access.reach.refusesOwnKeys === true || !hasOwnCredentials(provider, access, access.reach);
}

/**
 * Returns the features whose controls are hidden. Nothing is hidden from users who have models beside those of the code:
 * with own keys, servers of their own, or models on their computer, all features work.
 */
export function lackingFeatures(
  { features }: ShownRights,
  access: AccessInUse,
  fetched: Readonly<Record<string, readonly string[]>>,
): HideableFeature[] {
  const hasOwnModels = providersOf(access).some(
    (provider) =>
      !isLimited(provider, access) &&
      !provider.isDemo &&
      // Every computer could have the local ones.
      (!provider.isLocal || (fetched[provider.id]?.length ?? 0) > 0),
  );
  if (features === undefined || hasOwnModels) return [];
  return hideableFeatures.filter((feature) => !features.includes(feature));
}

function lacksFeature(model: string, { features }: ShownRights): boolean {
  if (features === undefined) return false;
  return (makesMedia(model) && !features.includes("images")) || (makesSpeech(model) && !features.includes("voice"));
}

/**
 * Hides the models and controls that the access code, or the user of a proxy, does not include, for as long as the page
 * is open. The rights are requested again when the code changes, after a failed request, and when the server refuses a
 * call. Without an answer nothing is hidden: the server decides about each call.
 */
export function followCodeRights(env: Pick<Environment, "fetch" | "delay"> = browserEnvironment): () => void {
  let asked: string | undefined;
  let waiting: AbortController | undefined;
  let rights: ShownRights | undefined;
  /** The flags without the denials, and the last ones with them. */
  let plain: ServerFlags | null = null;
  let narrowed: ServerFlags | null = null;

  function apply(): void {
    const access = useAccess.getState();
    if (access.flags !== narrowed) plain = access.flags;
    if (plain === null) return;
    const lacking = rights ? lackingFeatures(rights, access, useModels.getState().fetched) : [];
    if (lacking.join() !== useCodeFeatures.getState().lacking.join()) useCodeFeatures.setState({ lacking });
    const denials = rights ? deniedModels(rights, access, useModels.getState().fetched, plain.customModels) : [];
    const customModels = [...(plain.customModels === "" ? [] : [plain.customModels]), ...denials].join(",");
    if (access.flags?.customModels === customModels) return;
    narrowed = { ...plain, customModels };
    useAccess.setState({ flags: narrowed });
  }

  async function ask(code: string, relay: string, { signal }: AbortController): Promise<void> {
    await env.delay(typingMs, signal);
    for (let attempt = 0; !signal.aborted; attempt++) {
      const found = await fetchRights(code, relay, env, signal);
      if (signal.aborted) return;
      if (found !== "failed") {
        rights = found;
        return apply();
      }
      await env.delay(retryMs[Math.min(attempt, retryMs.length - 1)] ?? 0, signal);
    }
  }

  function askAgain(caller: string, relay: string): void {
    waiting?.abort();
    waiting = new AbortController();
    if (caller !== "") void ask(caller.trim(), relay, waiting);
  }

  function followFailures({ failure }: FeaturesState, { failure: former }: FeaturesState): void {
    const { relay } = useAccess.getState().reach;
    const isRefusal = failure !== former && refusals.test(failure?.code ?? "");
    if (isRefusal && asked !== undefined && relay !== undefined) askAgain(asked, relay);
  }

  function follow(): void {
    const { accessCode, areFlagsFinal, flags, reach } = useAccess.getState();
    if (!areFlagsFinal || reach.relay === undefined) return;
    const code = flags?.needCode ? accessCode.trim() : "";
    const caller = flags?.hasUser ? userOfProxy : code;
    if (caller !== asked) {
      asked = caller;
      // The rights of the former code must not hide what the new one includes.
      rights = undefined;
      askAgain(caller, reach.relay);
    }
    apply();
  }

  const stops = [useAccess.subscribe(follow), useModels.subscribe(apply), useCodeFeatures.subscribe(followFailures)];
  follow();
  return () => {
    waiting?.abort();
    useCodeFeatures.setState({ lacking: [] });
    for (const stop of stops) stop();
  };
}

type FeaturesState = ReturnType<typeof useCodeFeatures.getState>;

/** Stands for the code of a user whom a proxy names. It cannot be a code: codes have no spaces at their ends. */
const userOfProxy = " ";

/**
 * Returns the rights of a code, or without one those of the user; undefined if they are not limited. `failed` if the
 * answer is not one of the server, or a temporary failure; a wrong code is not asked for twice.
 */
async function fetchRights(
  code: string,
  relay: string,
  env: Pick<Environment, "fetch">,
  signal: AbortSignal,
): Promise<ShownRights | "failed" | undefined> {
  // Other characters cannot be sent in a header.
  if (/[^\x20-\x7e\xa0-\xff]/.test(code)) return undefined;
  try {
    const response = await env.fetch(`${relay}/access`, {
      method: "POST",
      headers: { ...codeHeaders({ accessCode: code }, true), accept: "application/json" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(callMs)]),
    });
    if (!response.ok) return [408, 429].includes(response.status) || response.status >= 500 ? "failed" : undefined;
    if (response.status === 204) return undefined;
    const answer = parseJson(await response.text());
    return isRecord(answer) ? readShownRights(answer) : "failed";
  } catch {
    // Offline, or the code was changed meanwhile.
    return "failed";
  }
}
