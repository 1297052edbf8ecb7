import { isRecord, type JsonRecord, printJson } from "@/lib/json";
import type { Access } from "@/lib/server/access";
import type { ApiRequest } from "@/lib/server/api-request";
import { streamOf } from "@/lib/server/byte-source";
import { withinLimits } from "@/lib/server/call-limits";
import { featuresOfBody, isInBackground } from "@/lib/server/codes/code-features";
import { gateOf } from "@/lib/server/codes/code-gate";
import { includesFeature } from "@/lib/server/codes/code-rights";
import { readCredentials } from "@/lib/server/credentials";
import { refuse } from "@/lib/server/error-response";
import { liveCallPath } from "@/lib/server/live-call";
import { type ModelGate, permittedModel } from "@/lib/server/model-gate";
import { withPermittedModels } from "@/lib/server/permitted-models";
import type { RelayCall } from "@/lib/server/relay-call";
import { relayRules } from "@/lib/server/relay-rules";
import { needsForm, readRelayedForm, takesForm } from "@/lib/server/relayed-form";
import { type CappedBody, capBody, readJsonBody } from "@/lib/server/request-body";
import type { Server } from "@/lib/server/server";
import type { ServerConfig } from "@/lib/server/server-config";
import { hasBudget } from "@/lib/server/usage/code-limits";

/** The body to forward. */
export interface RelayBody {
  readonly content: ReadableStream<Uint8Array> | string;
  readonly contentType: string;
  /** Whether a stream was aborted because it was too large. */
  isTooLarge(): boolean;
  /** The parsed body, or the text fields of a form; absent if it was not parsed. */
  readonly parsed?: JsonRecord;
  /** Releases the body's share of the budget, if it is held in memory. */
  readonly release?: () => void;
}

/** Names that some servers would assign to an object's prototype. No provider has such fields. */
const prototypeNames = ["__proto__", "constructor", "prototype"];

/**
 * Returns the checked body of a call; undefined for a call without one.
 *
 * The checked body is the one that is sent (docs/security.md#c31): a body that needs a check is parsed once and
 * serialized again. A body that needs no check, because the caller pays and the operator has no model list, is streamed
 * unchanged.
 */
export async function readRelayBody(
  request: ApiRequest,
  call: RelayCall,
  access: Access,
  server: Server,
): Promise<RelayBody | undefined> {
  const { config } = server;
  const { provider } = call.target;
  const gate = gateOf(config, access.code?.rights);
  checkPathModel(call, gate);
  if (call.method === "GET") return undefined;
  const contentType = requestType(request, call);
  const isUndeclared = isUndeclaredJson(request.headers);
  if (Number(request.headers.get("content-length")) > config.maxBodyBytes) throw refuse("body-too-large");
  if (request.body === null) throw refuse("malformed");
  const isSigned = provider.sign !== undefined;
  const isPassed = !gate.isClosed && access.use !== "server" && access.code?.rights === undefined && !isSigned;
  // A JSON body could name a remote file and any model.
  if (needsForm(call.listed) && !isPassed && contentType === "application/json") throw refuse("malformed");
  if (takesForm(call.listed) && !isPassed && contentType !== "application/json") {
    const { rewriteBody } = relayRules(call.target);
    const ofOperator = access.use === "server" && {
      maxImages: config.limits.images,
      rewrite: (fields: JsonRecord) => rewriteBody?.(fields, call, config) ?? fields,
    };
    const form = await readRelayedForm(request, contentType, call, { gate, ...ofOperator }, server);
    return { ...form, isTooLarge: () => false };
  }
  const capped = capBody(request.body, config.maxBodyBytes);
  if (contentType !== "application/json") return asItComes(capped, contentType);
  if (isPassed && !isUndeclared) return asItComes(capped, contentType);
  const parsed = await readJsonBody(capped.source, isUndeclared ? "not-json" : "malformed");
  if (!isRecord(parsed)) throw refuse("malformed");
  for (const name of prototypeNames) Reflect.deleteProperty(parsed, name);
  refuseFeatures(parsed, access);
  const named = withPermittedModels(parsed, call, gate);
  const body = access.use === "server" ? operatorsBody(named, call, config) : named;
  const content = printJson(body);
  if (content === undefined) throw refuse("malformed");
  return { content, contentType, parsed: body, isTooLarge: () => false };
}

/** Returns the body of a call with the operator's key: within the limits, and as the operator's address requires it. */
function operatorsBody(body: JsonRecord, call: RelayCall, config: ServerConfig): JsonRecord {
  const limited = withinLimits(body, config.limits);
  return relayRules(call.target).rewriteBody?.(limited, call, config) ?? limited;
}

/** Checks the model in the path. The path is forwarded verbatim, so a model name in it must already be canonical. */
function checkPathModel({ model, target: { provider } }: RelayCall, gate: ModelGate): void {
  if (model === undefined || !gate.isClosed) return;
  const name = provider.modelOfPath?.(model) ?? model;
  if (permittedModel(name, provider, gate) !== name) throw refuse("model-not-allowed", { model: name });
}

/** Throws if a body uses a feature that the caller's code does not include. */
function refuseFeatures(body: JsonRecord, { code, use }: Access): void {
  if (code?.rights === undefined) return;
  // The end of such a reply is not known here.
  const isEndNeeded = code.rights.atOnce !== undefined || (use !== "own" && hasBudget(code.rights));
  if (isEndNeeded && isInBackground(body)) throw refuse("code-background");
  for (const feature of featuresOfBody(body)) {
    if (!includesFeature(code.rights, feature)) throw refuse(`code-${feature}`);
  }
}

function asItComes({ source, isTooLarge }: CappedBody, contentType: string): RelayBody {
  return { content: streamOf(source), contentType, isTooLarge };
}

/**
 * Whether a JSON body is declared as a form, as `curl -d` does. Accepted only with a key or a code, because a form of
 * another site cannot send either. Such a body is always parsed, because its type is unreliable.
 */
function isUndeclaredJson(headers: Headers): boolean {
  const essence = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (essence !== "application/x-www-form-urlencoded") return false;
  const { ownKey, accessCode } = readCredentials(headers);
  return ownKey !== undefined || accessCode !== undefined;
}

/**
 * Returns the content type of a call. A plain form of another site cannot send JSON (docs/security.md#h52), nor the
 * `accept` that is required with multipart forms; a script of another site is rejected by its origin.
 */
function requestType({ headers }: ApiRequest, { target, listed }: RelayCall): string {
  const type = headers.get("content-type") ?? "";
  const essence = type.split(";")[0]?.trim().toLowerCase();
  if (listed === liveCallPath) {
    if (essence === "application/sdp") return essence;
    throw refuse("malformed");
  }
  if (essence === "application/json" || isUndeclaredJson(headers)) return "application/json";
  const wantsData = /^(application\/json|image\/\*)$/.test(headers.get("accept") ?? "");
  const isForm = essence === "multipart/form-data" && /boundary=[\w'()+,./:=?-]{1,200}$/.test(type);
  const takesForms = target.provider.sendsForms || takesForm(listed);
  if (takesForms && isForm && wantsData) return type;
  throw refuse("not-json");
}
