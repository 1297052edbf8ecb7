import type { ChatEvent } from "@/lib/chat/event";
import type { Environment } from "@/lib/environment";
import { AppError, notSupported } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { type Balance, boundNameOf, endpointOf, type Provider } from "@/lib/providers/provider";
import { type AccessSettings, addressOf } from "@/lib/settings/access-settings";
import { connect, refuseIncomplete } from "@/lib/settings/connect";
import type { Reach } from "@/lib/settings/credentials";
import type { ServerFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { useModels } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";

/**
 * The result of a check: the number of models listed, that the default model is missing from the list, or that the check
 * needs the name of a model.
 */
export type CheckResult =
  | { readonly kind: "ok"; readonly models: number }
  | { readonly kind: "answers" }
  | { readonly kind: "needs-model" }
  | { readonly kind: "model-missing"; readonly model: string };

/** Timeout of a check, in milliseconds. */
const checkMs = 20_000;
/** Time until a balance is fetched again, in milliseconds. */
const balanceMs = 60_000;
const maxBalanceChars = 100_000;

/**
 * Checks that a provider works with the current settings. It fetches the model list, or, if the provider has none, asks
 * a one-word question. Throws AppError with the reason.
 */
export async function checkProvider(provider: Provider): Promise<CheckResult> {
  const { modelConfig } = useSettings.getState();
  const access = useAccess.getState();
  refuseIncomplete(provider, access, access.reach);
  const isDefault = modelConfig.providerName === boundNameOf(provider);
  if (!provider.modelList) {
    const model = isDefault ? modelConfig.model : (provider.models[0] ?? "");
    if (model === "" && provider.isCustom) return { kind: "needs-model" };
    await askOneWord(provider, model);
    return { kind: "answers" };
  }
  const models = await useModels.getState().fetchModels(provider);
  const isMissing = isDefault && !provider.modelList.isPartial && !models.includes(modelConfig.model);
  return isMissing ? { kind: "model-missing", model: modelConfig.model } : { kind: "ok", models: models.length };
}

async function askOneWord(provider: Provider, model: string): Promise<void> {
  if (model === "") throw notSupported();
  const access = useAccess.getState();
  const { openChat } = await import("@/lib/engine/open-chat");
  const opening = {
    codec: await provider.chat(model),
    connection: connect(provider, access, access.reach),
    env: browserEnvironment,
    signal: new AbortController().signal,
    timeoutMs: checkMs,
  };
  const request = { model, messages: [{ role: "user", content: "Hi" }], stream: false, maxOutputTokens: 16 } as const;
  for await (const event of openChat(opening)(request)) throwError(event);
}

function throwError(event: ChatEvent): void {
  if (event.type !== "error") return;
  const { kind, message, seconds = 0 } = event.error;
  throw new AppError(kind, { message, seconds });
}

type AccessInUse = AccessSettings & { readonly flags: ServerFlags | null; readonly reach: Reach };

/** Whether a provider's balance may be requested, and some server returns it. */
export function hasBalance(provider: Provider, access: AccessInUse): boolean {
  if (!provider.balance || (access.flags?.hideBalanceQuery ?? true)) return false;
  if (!provider.hasNoPublicBalance) return true;
  const address = addressOf(provider, access);
  const isDirect = access.reach.relay === undefined;
  const publicUrl = endpointOf(provider)?.publicUrl;
  return !(isDirect && address === "") && !(publicUrl && address.includes(publicUrl));
}

/** Returns a key that changes whenever the address or the credential of a balance request does. */
export function balanceKey(provider: Provider, access: AccessInUse): string {
  const { baseUrl, headers } = connect(provider, access, access.reach);
  return JSON.stringify([baseUrl, headers]);
}

/**
 * Creates the function that fetches the usage and balance of an account, at most once a minute for each address and
 * credential, even after a failure. It throws AppError, `not-supported` without a balance API.
 */
export function createBalances(env: Pick<Environment, "now" | "fetch" | "delay">) {
  const known = new Map<
    string,
    { readonly key: string; readonly answer: Promise<Balance>; readonly askedAt: number }
  >();

  async function ask(provider: Provider, now: number): Promise<Balance> {
    if (!provider.balance) throw notSupported();
    const access = useAccess.getState();
    const connection = connect(provider, access, access.reach);
    const [codec, { askWhole }] = await Promise.all([provider.balance(), import("@/lib/engine/send-call")]);
    const sending = { connection, env, timeoutMs: checkMs, maxChars: maxBalanceChars };
    const responses = await Promise.all(codec.buildRequests(connection, now).map((call) => askWhole(call, sending)));
    const balance = codec.parseResponses(responses);
    if ("kind" in balance) throw new AppError(balance.kind, { message: balance.message });
    return balance;
  }

  return (provider: Provider): Promise<Balance> => {
    const key = balanceKey(provider, useAccess.getState());
    const now = env.now();
    const last = known.get(provider.id);
    if (last?.key === key && now - last.askedAt < balanceMs) return last.answer;
    const answer = ask(provider, now);
    known.set(provider.id, { key, answer, askedAt: now });
    return answer;
  };
}

/** Fetches the balance of an account (`createBalances`). */
export const askBalance = createBalances(browserEnvironment);
