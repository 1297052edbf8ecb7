import type { Fields } from "@/lib/fields/fields";
import { anthropic } from "@/lib/providers/anthropic";
import { azure } from "@/lib/providers/azure";
import { bearer } from "@/lib/providers/bearer";
import { ollamaDialect } from "@/lib/providers/codecs/ollama-dialect";
import { gatewayDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { isImageModel } from "@/lib/providers/codecs/openai/openai-model-names";
import { google } from "@/lib/providers/google";
import { ollama } from "@/lib/providers/ollama";
import { openai } from "@/lib/providers/openai";
import { ownResponsesServer, ownServer } from "@/lib/providers/places";
import { boundNameOf, type ChatCodec, type ModelListCodec, type Provider } from "@/lib/providers/provider";

/** The parts of a provider that a server with its API has, too. */
type ApiParts = Pick<
  Provider,
  | "auth"
  | "chat"
  | "modelList"
  | "speech"
  | "transcription"
  | "directHeaders"
  | "relayedHeaders"
  | "cachesPrefixes"
  | "modelNames"
  | "takesNoWebp"
>;

/** The API of a server that the user or the operator added. */
interface ApiRow {
  /** The name of the API, in all languages. */
  readonly label: string;
  /** The name by which tables of what providers accept list the server (`placeOf`). */
  readonly place: string;
  readonly provider: ApiParts;
  /** The provider's fields beside URL and key that the server has as well. */
  readonly fields: Fields;
  /** The model list of an operator's server if it differs: the relay forwards no calls for details of models. */
  readonly siteModelList?: ModelListCodec;
  /** The chats of an operator's server if they differ: the relay forwards no calls that load models. */
  readonly siteChat?: Provider["chat"];
}

/** OpenAI's APIs for speech. */
const openAIAudio = {
  speech: openai.speech,
  transcription: async () => (await import("@/lib/providers/codecs/openai/openai-transcription")).openAITranscription,
} satisfies Partial<ApiParts>;

const siteModelList = openAIModelList({ path: "v1/models" });

/**
 * The APIs of servers that the user or the operator adds, in display order. A new one is a row: a built-in provider with that API, what
 * differs from it, and its fields that the server needs.
 */
export const apiTypes = {
  openai: {
    label: "OpenAI Chat Completions",
    place: ownServer,
    provider: {
      auth: bearer,
      chat: (model: string) =>
        withImages(model, () => gatewayDialect(model, { path: "v1/chat/completions", sendsUsageOption: true })),
      modelList: openAIModelList({ path: "v1/models", server: "unknown" }),
      ...openAIAudio,
    },
    fields: {},
    siteModelList,
  },
  "openai-responses": {
    label: "OpenAI Responses",
    place: ownResponsesServer,
    provider: {
      auth: openai.auth,
      chat: (model: string) =>
        withImages(model, async () =>
          (await import("@/lib/providers/codecs/openai/openai-wire")).gatewayResponses(model),
        ),
      modelList: openAIModelList({ path: "v1/models", server: "unknown" }),
      ...openAIAudio,
      cachesPrefixes: true,
    },
    fields: {},
    siteModelList,
  },
  anthropic: {
    label: "Anthropic Messages",
    place: boundNameOf(anthropic),
    provider: anthropic,
    fields: { apiVersion: anthropic.fields.apiVersion },
  },
  gemini: {
    label: "Google Gemini",
    place: boundNameOf(google),
    provider: google,
    fields: { safetySettings: google.fields.safetySettings },
  },
  azure: {
    label: "Azure OpenAI",
    place: boundNameOf(azure),
    provider: {
      ...azure,
      transcription: async () => (await import("@/lib/providers/codecs/azure-audio")).azureTranscription,
    },
    fields: { apiVersion: azure.fields.apiVersion },
  },
  ollama: {
    label: "Ollama",
    place: boundNameOf(ollama),
    // Ollama has no keys, but a proxy in front of it may check one.
    provider: { ...ollama, auth: bearer },
    fields: {},
    siteChat: ollamaDialect,
  },
} as const satisfies Record<string, ApiRow>;

/** The API of a server that the user or the operator added, as stored. */
export type ApiType = keyof typeof apiTypes;

/** The APIs in display order. */
export const apiTypeNames = Object.keys(apiTypes) as readonly ApiType[];

/** The API of servers that are stored without one. */
export const defaultApiType: ApiType = "openai";

/** Whether a value from outside is a known API. */
export function isApiType(value: unknown): value is ApiType {
  return typeof value === "string" && Object.hasOwn(apiTypes, value);
}

/** Returns the row of an API. */
export function apiRow(type: ApiType): ApiRow {
  return apiTypes[type];
}

/**
 * Returns the parts of a provider for a server with an API. Models that someone entered remain beside those that the
 * server lists.
 */
export function partsOfApi(type: ApiType, modelList = apiRow(type).provider.modelList) {
  const { provider, place } = apiRow(type);
  const { auth, chat, speech, transcription, directHeaders, cachesPrefixes, modelNames, takesNoWebp } = provider;
  return {
    place,
    auth,
    chat,
    ...(speech && { speech }),
    ...(transcription && { transcription }),
    ...(directHeaders && { directHeaders }),
    ...(cachesPrefixes && { cachesPrefixes }),
    ...(modelNames && { modelNames }),
    ...(takesNoWebp && { takesNoWebp }),
    ...(modelList && { modelList: { ...modelList, isPartial: true as const }, listsModelsAtStart: true as const }),
  };
}

/** Returns OpenAI's image API for its image models, otherwise the codec of chats. */
async function withImages(model: string, chat: () => Promise<ChatCodec>): Promise<ChatCodec> {
  if (!isImageModel(model)) return chat();
  const { openAIImages } = await import("@/lib/providers/codecs/openai/openai-images");
  return openAIImages({ path: "v1/images/generations", editsPath: "v1/images/edits", sendsForms: true });
}
