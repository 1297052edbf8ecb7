import type { ChatRequest } from "@/lib/chat/request";
import {
  baseAddress,
  deploymentOf,
  isV1Address,
  type Place,
  placeByDeployment,
  placeInV1,
} from "@/lib/providers/codecs/azure-place";
import { openAICompatible } from "@/lib/providers/codecs/openai/openai-compatible";
import { imageBody, isDallE, openAIImages } from "@/lib/providers/codecs/openai/openai-images";
import { isImageModel } from "@/lib/providers/codecs/openai/openai-model-names";
import { openAIResponses } from "@/lib/providers/codecs/openai/openai-responses";
import { modelRules } from "@/lib/providers/codecs/openai/openai-rules";
import { responsesForTools, wireOf } from "@/lib/providers/codecs/openai/openai-wire";
import type { ChatCodec } from "@/lib/providers/provider";

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
      const isV1 = isV1Address(baseUrl);
      // In deployment URLs, the model in the body is for our server, which checks it; Azure ignores it.
      const deployed = isV1 ? { ...request, model: deploymentOf(request) } : request;
      const place = isV1 ? placeInV1(connection) : placeByDeployment(request, connection);
      return codecAt(place).buildRequest(deployed, { ...connection, baseUrl });
    },
  };
}

/** Returns a codec that names the deployment as the model. */
function byDeployment(codec: ChatCodec): ChatCodec {
  return {
    ...codec,
    buildRequest: (request, connection) => codec.buildRequest({ ...request, model: deploymentOf(request) }, connection),
  };
}
