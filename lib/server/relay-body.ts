import { isRecord, printJson } from "@/lib/providers/json";
import type { Access } from "@/lib/server/access";
import { withinLimits } from "@/lib/server/call-limits";
import { readCredentials } from "@/lib/server/credentials";
import { refuse } from "@/lib/server/error-response";
import { liveCallPath } from "@/lib/server/live-call";
import { permittedModel } from "@/lib/server/model-gate";
import { withPermittedModels } from "@/lib/server/permitted-models";
import type { RelayCall } from "@/lib/server/relay-call";
import { type CappedBody, capBody, readJsonBody } from "@/lib/server/request-body";
import type { ServerConfig } from "@/lib/server/server-config";

/** What is sent on in a call's body. */
export interface RelayBody {
  readonly content: ReadableStream<Uint8Array> | string;
  readonly contentType: string;
  /** Whether a stream broke off because it was too large. */
  isTooLarge(): boolean;
}

/** Members that some servers would take for an object's prototype. No provider has such fields. */
const prototypeNames = ["__proto__", "constructor", "prototype"];

/**
 * Returns the body of a call after all that is to be checked in it was; nothing for a call without one.
 *
 * What is checked is what is sent (C3.1): a body that must be looked at is parsed once and written anew. One that needs
 * no look, because the caller pays and the operator has no list of models, passes as it comes.
 */
export async function readRelayBody(
  request: Request,
  call: RelayCall,
  access: Access,
  config: ServerConfig,
): Promise<RelayBody | undefined> {
  const { provider } = call.target;
  checkPathModel(call, config);
  if (call.method === "GET") return undefined;
  const contentType = requestType(request, call);
  const isUndeclared = isUndeclaredJson(request.headers);
  if (Number(request.headers.get("content-length")) > config.maxBodyBytes) throw refuse("body-too-large");
  if (request.body === null) throw refuse("malformed");
  const capped = capBody(request.body, config.maxBodyBytes);
  if (contentType !== "application/json") return asItComes(capped, contentType);
  const isSigned = provider.sign !== undefined;
  const isPassed = !config.gate.isClosed && access.use !== "server" && !isSigned;
  if (isPassed && !isUndeclared) return asItComes(capped, contentType);
  const parsed = await readJsonBody(capped.stream, isUndeclared ? "not-json" : "malformed");
  if (!isRecord(parsed)) throw refuse("malformed");
  for (const name of prototypeNames) Reflect.deleteProperty(parsed, name);
  const named = withPermittedModels(parsed, call, config);
  const body = access.use === "server" ? withinLimits(named, config.limits) : named;
  const content = printJson(body);
  if (content === undefined) throw refuse("malformed");
  return { content, contentType, isTooLarge: () => false };
}

/** A path is sent as it came, so a name in it is not put right: it must be one that may be asked for. */
function checkPathModel({ model, target: { provider } }: RelayCall, { gate }: ServerConfig): void {
  if (model === undefined || !gate.isClosed) return;
  const name = provider.modelOfPath?.(model) ?? model;
  if (permittedModel(name, provider, gate) !== name) throw refuse("model-not-allowed", { model: name });
}

function asItComes({ stream, isTooLarge }: CappedBody, contentType: string): RelayBody {
  return { content: stream, contentType, isTooLarge };
}

/**
 * Whether a body counts as JSON that is declared to be a form, as `curl -d` does. Only beside a key or a code: a form of
 * another site cannot send either. The body is then parsed in any case, since the type says nothing of it.
 */
function isUndeclaredJson(headers: Headers): boolean {
  const essence = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (essence !== "application/x-www-form-urlencoded") return false;
  const { ownKey, accessCode } = readCredentials(headers);
  return ownKey !== undefined || accessCode !== undefined;
}

/**
 * A plain form of another site can send neither JSON (H5.2) nor the `accept` that is wanted beside a form of several
 * parts; a script of another site is refused by its origin.
 */
function requestType({ headers }: Request, { target, listed }: RelayCall): string {
  const type = headers.get("content-type") ?? "";
  const essence = type.split(";")[0]?.trim().toLowerCase();
  if (listed === liveCallPath) {
    if (essence === "application/sdp") return essence;
    throw refuse("malformed");
  }
  if (essence === "application/json" || isUndeclaredJson(headers)) return "application/json";
  const wantsData = /^(application\/json|image\/\*)$/.test(headers.get("accept") ?? "");
  const isForm = essence === "multipart/form-data" && /boundary=[\w'()+,./:=?-]{1,200}$/.test(type);
  if (target.provider.sendsForms && isForm && wantsData) return type;
  throw refuse("not-json");
}
