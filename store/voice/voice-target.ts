import { askWhole } from "@/lib/engine/send-call";
import { AppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { postJson } from "@/lib/providers/codecs/json-call";
import {
  azureRealtime,
  openAIRealtime,
  type RealtimeTarget,
  readSecret,
  secretRequest,
} from "@/lib/providers/codecs/realtime";
import { realtimeModel } from "@/lib/providers/codecs/realtime-model";
import { errorOfResponse, isSuccess } from "@/lib/providers/codecs/reply-error";
import { openai } from "@/lib/providers/openai";
import type { Connection } from "@/lib/providers/provider";
import { accessKey, addressOf, withScheme } from "@/lib/settings/access-settings";
import { connect, isKeyOfSite } from "@/lib/settings/connect";
import { hasOwnCredentials } from "@/lib/settings/credentials";
import { voiceKey } from "@/lib/settings/voice-access";
import { openAIAddress, type VoiceSettings, voiceAddress } from "@/lib/settings/voice-settings";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";

/** The way to open a live conversation: with the user's key, or with one that the server has requested. */
export type VoiceTarget =
  | { readonly kind: "socket"; readonly target: RealtimeTarget }
  | { readonly kind: "peer"; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** Timeout for the server to get a key, in milliseconds. */
const secretMs = 20_000;

/** Returns the model of live conversations in the current settings. */
export function voiceModel({ provider, model, azureDeployment }: VoiceSettings): string {
  return provider === "Azure" ? azureDeployment : realtimeModel(model);
}

/**
 * Returns how to open a live conversation: with the key of live voice, then with the user's OpenAI key, then with a
 * temporary key that the operator's server requests, at the operator's address. Throws AppError `no-model` if there is
 * no key, or the reason the server got none.
 */
export async function voiceTarget(): Promise<VoiceTarget> {
  const settings = useSettings.getState().realtimeConfig;
  const access = useAccess.getState();
  const model = voiceModel(settings);
  const key = access.reach.refusesOwnKeys ? undefined : voiceKey(settings);
  if (settings.provider === "Azure") {
    if (key === undefined || model === "") throw new AppError("no-model");
    return { kind: "socket", target: azureRealtime(voiceAddress(settings), model, key) };
  }
  if (key !== undefined) return { kind: "socket", target: openAIRealtime(openAIAddress, model, key) };
  const isOfSite = isKeyOfSite(openai, access, access.reach);
  if (hasOwnCredentials(openai, access, access.reach) && !isOfSite) {
    const address = withScheme(addressOf(openai, access)) || openAIAddress;
    const own = access.values[accessKey(openai, "apiKey")] ?? "";
    return { kind: "socket", target: openAIRealtime(address, model, own) };
  }
  // A key for the operator's address is not valid at OpenAI.
  if (isOfSite || access.reach.relay === undefined) throw new AppError("no-model");
  const connection = connect(openai, access, access.reach);
  const secret = await askSecret(connection, model, settings.voice);
  const isRelayed = connection.baseUrl.startsWith(`${access.reach.relay}/`);
  return {
    kind: "peer",
    url: joinAddress(connection.baseUrl, "v1/realtime/calls"),
    headers: isRelayed ? { ...connection.headers, "x-realtime-secret": secret } : { authorization: `Bearer ${secret}` },
  };
}

async function askSecret(connection: Connection, model: string, voice: string): Promise<string> {
  const call = postJson(connection, "v1/realtime/client_secrets", secretRequest(model, voice));
  const response = await askWhole(call, {
    connection,
    env: browserEnvironment,
    timeoutMs: secretMs,
    maxChars: 100_000,
  });
  const secret = isSuccess(response) ? readSecret(response.body) : undefined;
  if (secret !== undefined) return secret;
  const { kind, message } = errorOfResponse(response);
  throw new AppError(kind === "auth" ? "no-model" : kind, { message });
}
