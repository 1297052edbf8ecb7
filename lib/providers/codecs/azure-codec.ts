import type { ChatRequest } from "@/lib/chat/request";
import { openAICompatible } from "@/lib/providers/codecs/openai/openai-compatible";
import { imageBody, openAIImages } from "@/lib/providers/codecs/openai/openai-images";
import { isImageModel, modelRules } from "@/lib/providers/codecs/openai/openai-rules";
import { pathSegment } from "@/lib/providers/codecs/path-segment";
import type { ChatCodec, Connection } from "@/lib/providers/provider";

/** The first version of the interface that knows `stream_options`; earlier ones refuse a body with it. */
const usageOptionSince = "2024-09-01";

/**
 * Returns the codec of a model that is deployed at Azure.
 *
 * A deployment is called as the model is shown, and its name stands in the address. Which rules a model follows goes by
 * the model's own name: that of the deployment may be anything.
 */
export function azureCodec(model: string): ChatCodec {
  const imageBodyOf = (request: ChatRequest) => ({ ...imageBody({ ...request, model }), model: request.model });
  const codecAt = (place: Place): ChatCodec => {
    if (isImageModel(model)) return openAIImages({ path: place.pathOf("images/generations"), bodyOf: imageBodyOf });
    const path = place.pathOf("chat/completions");
    return openAICompatible({ path, sendsUsageOption: place.knowsUsageOption, ...modelRules(model) });
  };
  const { isWhole, parseEvent, parseResponse } = codecAt({ pathOf: (task) => task, knowsUsageOption: false });
  return {
    ...(isWhole ? { isWhole } : {}),
    parseEvent,
    parseResponse,
    buildRequest(request, connection) {
      const baseUrl = baseAddress(connection.baseUrl);
      const isV1 = baseUrl.endsWith("/openai/v1");
      // By deployment, the model in the body is for our server, which checks it; Azure does not look at it.
      const asked = isV1 ? { ...request, model: deploymentOf(request) } : request;
      const place = isV1 ? placeInV1(connection) : placeByDeployment(request, connection);
      return codecAt(place).buildRequest(asked, { ...connection, baseUrl });
    },
  };
}

/** Where a call goes, and what is understood there. */
interface Place {
  pathOf(task: string): string;
  readonly knowsUsageOption: boolean;
}

/** The version may be absent: then our server adds its own, which may be an old one. */
function placeByDeployment(request: ChatRequest, { options }: Connection): Place {
  const version = options?.apiVersion?.trim() ?? "";
  const deployment = pathSegment(deploymentOf(request));
  return {
    pathOf: (task) => `deployments/${deployment}/${task}${versionQuery(version)}`,
    knowsUsageOption: version >= usageOptionSince,
  };
}

/** The newer form takes no dated versions, and the deployment in place of the model. */
function placeInV1({ options }: Connection): Place {
  const version = options?.apiVersion?.trim() ?? "";
  const isDated = /^\d/.test(version);
  return { pathOf: (task) => `v1/${task}${versionQuery(isDated ? "" : version)}`, knowsUsageOption: true };
}

function versionQuery(version: string): string {
  return version ? `?api-version=${encodeURIComponent(version)}` : "";
}

function deploymentOf({ displayName, model }: ChatRequest): string {
  return displayName || model;
}

/**
 * People enter the address of the resource alone, or the whole address of a deployment, as Azure shows them: both become
 * the address that the paths begin at.
 */
function baseAddress(entered: string): string {
  const bare = entered
    .replace(/\/deployments(\/.*)?$/, "")
    .replace(/(\/openai\/v1)\/.*$/, "$1")
    .replace(/\/+$/, "");
  return /^https?:\/\/[^/]+$/i.test(bare) ? `${bare}/openai` : bare;
}
