import { askWhole } from "@/lib/engine/send-call";
import type { Environment } from "@/lib/environment";
import { AppError, notSupported } from "@/lib/errors";
import { isTextList } from "@/lib/fields/fields";
import { isRecord, parseJson } from "@/lib/json";
import { errorOfResponse, isPage } from "@/lib/providers/codecs/reply-error";
import type { Connection, Provider, WholeResponse } from "@/lib/providers/provider";
import type { AccessSettings } from "@/lib/settings/access-settings";
import { connect } from "@/lib/settings/connect";
import type { Reach } from "@/lib/settings/credentials";

/** Limits of a request for a model list: the timeout in milliseconds, and the maximum length in characters. */
interface AnswerLimits {
  readonly timeoutMs: number;
  readonly maxChars: number;
}

/** Strict limits, because any program may listen on a port of this computer. */
const localLimits: AnswerLimits = { timeoutMs: 2500, maxChars: 1_000_000 };
/** Generous limits, because gateways describe each of their models at length. */
const providerLimits: AnswerLimits = { timeoutMs: 20_000, maxChars: 10_000_000 };
/** Maximum number of models from one list; with more, the model dialog becomes slow. */
const maxModels = 2000;

/** A fetched model list: its models, its body, and where it came from. */
export interface ListedByProvider {
  readonly models: readonly string[];
  readonly body: unknown;
  readonly connection: Connection;
}

interface FetchOptions {
  readonly access: AccessSettings & { readonly reach: Reach };
  readonly env: Pick<Environment, "fetch" | "now" | "delay">;
  /** Whether the provider is a program on this computer. */
  readonly isLocal: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Fetches a provider's model list; it may be empty. Throws AppError, `not-supported` if the provider has none. */
export async function fetchModelList(
  provider: Provider,
  { access, env, isLocal, signal }: FetchOptions,
): Promise<ListedByProvider> {
  const { modelList } = provider;
  if (!modelList) throw notSupported();
  const connection = connect(provider, access, access.reach);
  const call = modelList.buildRequest(connection);
  const response = await askWhole(call, {
    connection,
    env,
    ...(isLocal ? localLimits : providerLimits),
    ...(signal && { signal }),
  });
  if (response.status < 200 || response.status > 299) throw refusalOf(response);
  const body = parseJson(response.body);
  const models: unknown = modelList.parseResponse(body);
  if (!isRecord(body) || !isTextList(models)) {
    throw new AppError("protocol", isPage(response.body) ? { format: "page" } : {});
  }
  return { models: models.slice(0, maxModels), body, connection };
}

/** Maps a provider's error response to an AppError. */
function refusalOf(response: WholeResponse): AppError {
  const { kind, message } = errorOfResponse(response);
  return new AppError(kind, { message });
}
