import type { ChatRequest } from "@/lib/chat/request";
import { openAICompatible } from "@/lib/providers/codecs/openai/openai-compatible";
import { imageBody, isDallE, openAIImages } from "@/lib/providers/codecs/openai/openai-images";
import { isImageModel } from "@/lib/providers/codecs/openai/openai-model-names";
import { openAIResponses } from "@/lib/providers/codecs/openai/openai-responses";
import { modelRules } from "@/lib/providers/codecs/openai/openai-rules";
import { responsesForTools, wireOf } from "@/lib/providers/codecs/openai/openai-wire";
import { pathSegment } from "@/lib/providers/codecs/path-segment";
import type { ChatCodec, Connection } from "@/lib/providers/provider";

/** The first API version that supports `stream_options`; earlier versions reject bodies with it. */
const usageOptionSince = "2024-09-01";

/**
 * Returns the codec of a model that is deployed at Azure.
 *
 * The model's display name is the name of the deployment, which is part of the URL. The request rules depend on the
 * model's own name, because a deployment can have any name. So does the API: chat completions, or the Responses API of
 * the same resource. https://learn.microsoft.com/azure/ai-foundry/openai/how-to/responses
 */
export function azureCodec(model: string): ChatCodec {
  const imageBodyOf = (request: ChatRequest) => ({ ...imageBody({ ...request, model }), model: request.model });
  const codecAt = (place: Place): ChatCodec => {
    if (isImageModel(model)) {
      // DALL·E cannot change images.
      const edits = isDallE(model) ? {} : { editsPath: place.pathOf("images/edits"), sendsForms: true as const };
      return openAIImages({ path: place.pathOf("images/generations"), ...edits, bodyOf: imageBodyOf });
    }
    const path = place.pathOf("chat/completions");
    const chat = openAICompatible({ path, sendsUsageOption: place.knowsUsageOption, ...modelRules(model) });
    const wire = wireOf(model);
    if (wire === "chat") return chat;
    const responses = byDeployment(openAIResponses({ path: place.responsesPath }));
    return wire === "responses" ? responses : responsesForTools(chat, responses);
  };
  const anywhere = { pathOf: (task: string) => task, responsesPath: "", knowsUsageOption: false };
  const { isWhole, parseEvent, parseResponse } = codecAt(anywhere);
  return {
    ...(isWhole ? { isWhole } : {}),
    parseEvent,
    parseResponse,
    buildRequest(request, connection) {
      const baseUrl = baseAddress(connection.baseUrl);
      const isV1 = baseUrl.endsWith("/openai/v1");
      // In deployment URLs, the model in the body is for our server, which checks it; Azure ignores it.
      const deployed = isV1 ? { ...request, model: deploymentOf(request) } : request;
      const place = isV1 ? placeInV1(connection) : placeByDeployment(request, connection);
      return codecAt(place).buildRequest(deployed, { ...connection, baseUrl });
    },
  };
}

/** Paths and abilities of one form of Azure's API. */
interface Place {
  pathOf(task: string): string;
  /** The path of the Responses API, which only the v1 API has; each resource serves both. */
  readonly responsesPath: string;
  readonly knowsUsageOption: boolean;
}

/**
 * Returns the paths of the API with a deployment in the URL. The version may be absent: our server then adds its own,
 * which may be old.
 */
function placeByDeployment(request: ChatRequest, { options }: Connection): Place {
  const version = options?.apiVersion?.trim() ?? "";
  const deployment = pathSegment(deploymentOf(request));
  return {
    pathOf: (task) => `deployments/${deployment}/${task}${versionQuery(version)}`,
    responsesPath: v1Path("responses", version),
    knowsUsageOption: version >= usageOptionSince,
  };
}

/** Returns the paths of the v1 API, which has no dated versions and takes the deployment as `model`. */
function placeInV1({ options }: Connection): Place {
  const version = options?.apiVersion?.trim() ?? "";
  const pathOf = (task: string) => v1Path(task, version);
  return { pathOf, responsesPath: pathOf("responses"), knowsUsageOption: true };
}

function v1Path(task: string, version: string): string {
  const isDated = /^\d/.test(version);
  return `v1/${task}${versionQuery(isDated ? "" : version)}`;
}

/** Returns a codec that names the deployment as the model. */
function byDeployment(codec: ChatCodec): ChatCodec {
  return {
    ...codec,
    buildRequest: (request, connection) => codec.buildRequest({ ...request, model: deploymentOf(request) }, connection),
  };
}

function versionQuery(version: string): string {
  return version ? `?api-version=${encodeURIComponent(version)}` : "";
}

function deploymentOf({ displayName, model }: ChatRequest): string {
  return displayName || model;
}

/**
 * Returns the base URL of the paths. Users enter the URL of the resource, or of a deployment as Azure displays it; both
 * are reduced to the base.
 */
function baseAddress(entered: string): string {
  const bare = entered
    .replace(/\/deployments(\/.*)?$/, "")
    .replace(/(\/openai\/v1)\/.*$/, "$1")
    .replace(/\/+$/, "");
  return /^https?:\/\/[^/]+$/i.test(bare) ? `${bare}/openai` : bare;
}
