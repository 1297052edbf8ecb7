import type { Message } from "@/lib/chat/message";
import type { ModelControls } from "@/lib/chat/model-controls";
import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import type { ToolDefinition } from "@/lib/chat/tool";
import { messagesToSend } from "@/lib/chat/tool-history";
import { openChat } from "@/lib/engine/open-chat";
import { runTurn } from "@/lib/engine/run-turn";
import { fileInputOf } from "@/lib/providers/file-input";
import { imageChoices } from "@/lib/providers/image-choices";
import { jsonTypes } from "@/lib/providers/json-answers";
import { withControls } from "@/lib/providers/model-controls";
import { acceptsImages, acceptsTools, modelFact } from "@/lib/providers/model-families";
import { placeOf } from "@/lib/providers/places";
import type { ChatCodec, Provider } from "@/lib/providers/provider";
import { thinkingChoices } from "@/lib/providers/thinking";
import { webSearchOf, withWebSearch } from "@/lib/providers/web-search";
import { fakeEnvironment } from "./fake-environment";
import { sampleRequest, withImage } from "./request-samples";
import { type StreamFixture, streamOf } from "./stream-fixtures";

/** A JSON body that a codec sends, and the URL that it goes to. */
export interface SentBody {
  readonly url: string;
  readonly body: unknown;
}

/** A model at a provider. */
interface Target {
  readonly provider: Provider;
  readonly model: string;
}

const baseUrl = "https://provider.test";
const connection = { baseUrl, headers: {}, options: { apiVersion: "2025-04-01-preview" } };

const picture = "data:image/png;base64,AAAA";
const pdf = { type: "file", file: { name: "tides.pdf", dataUrl: "data:application/pdf;base64,AAAA" } } as const;
const strictSchema = {
  type: "object",
  properties: { port: { type: "string" } },
  required: ["port"],
  additionalProperties: false,
};
const tools: readonly ToolDefinition[] = [
  {
    name: "tide_forecast",
    description: "Tide times",
    parameters: {
      type: "object",
      properties: { place: { type: ["string", "null"] }, days: { type: "integer", exclusiveMinimum: 0 } },
      required: ["place"],
    },
  },
  { name: "now", description: "", parameters: { type: "object", properties: {} } },
];

/** Returns all bodies that a provider's chat codec builds for a model, one for each ability that the model has. */
export async function bodiesFor(target: Target): Promise<SentBody[]> {
  const codec = await target.provider.chat(target.model);
  return requestsFor(target).flatMap((request) => {
    const { url, body } = codecFor(codec, request, target).buildRequest(request, connection);
    return body === undefined ? [] : [{ url, body: JSON.parse(body) }];
  });
}

function codecFor(codec: ChatCodec, request: ChatRequest, { provider, model }: Target): ChatCodec {
  const controlled = request.controls ? withControls(codec, placeOf(provider)) : codec;
  const search = request.search ? webSearchOf(placeOf(provider), model) : undefined;
  return search ? withWebSearch(controlled, search) : controlled;
}

function requestsFor(target: Target): ChatRequest[] {
  const { provider, model } = target;
  const plain = sampleRequest(model);
  if (modelFact(model, "makes") !== undefined) return imageRequests(target, plain);
  const controlled = controlsFor(target).map((controls): ChatRequest => ({ ...plain, controls }));
  const search = webSearchOf(placeOf(provider), model);
  return [
    plain,
    { model, messages: plain.messages, stream: false },
    { ...plain, isContinued: true },
    ...controlled,
    ...contentsFor(target).map((content) => ({ ...plain, messages: [{ role: "user" as const, content }] })),
    ...(search ? [{ ...plain, search: true as const, tools: search.echoedTool ? [search.echoedTool] : [] }] : []),
    ...(acceptsTools(placeOf(provider), model) ? toolRequests(target, plain, controlled) : []),
  ];
}

function contentsFor({ provider, model }: Target): Exclude<ModelMessage & { role: "user" }, string>["content"][] {
  const text = { type: "text", text: "Which port?" } as const;
  return [
    ...(acceptsImages(model, placeOf(provider))
      ? [withImage, [text, { type: "image_url", image_url: { url: "https://harbor.example/port.png" } } as const]]
      : []),
    ...(fileInputOf(placeOf(provider), model) ? [[text, pdf]] : []),
  ];
}

/** Returns one set of controls for each choice that the model has. */
function controlsFor({ provider, model }: Target): ModelControls[] {
  const choices = thinkingChoices(placeOf(provider), model);
  const answers = jsonTypes(placeOf(provider), model).flatMap((type): ModelControls[] =>
    type === "json"
      ? [{ answer: { type } }]
      : [{ answer: { type, schema: strictSchema } }, { answer: { type, schema: { type: "object" } } }],
  );
  return [
    { seed: 7, stop: ["END"], topK: 20, minP: 0.1 },
    ...(choices?.levels ?? []).map((thinking) => ({ thinking })),
    ...(choices?.hasVerbosity ? [{ verbosity: "low" as const }] : []),
    ...answers,
  ];
}

/** Returns requests that offer tools: first ones, and ones whose history has calls of the same and of another model. */
function toolRequests(target: Target, plain: ChatRequest, controlled: readonly ChatRequest[]): ChatRequest[] {
  const { model } = target;
  return [
    { ...plain, tools },
    ...controlled.map((request) => ({ ...request, tools })),
    ...[model, "other"].map((author) => ({ ...plain, tools, messages: pastTurn(model, author) })),
    { ...plain, tools, isContinued: true as const, messages: pastTurn(model, model) },
  ];
}

/** Returns a finished turn of an author with a tool call, a picture and phases, as the next question of a model sends it. */
function pastTurn(model: string, author: string): ModelMessage[] {
  const asked = { model, providerName: "P" };
  const call = { id: "search:0", name: "tide_forecast", argumentsText: '{"place":"Port Amber"}', result: "06:12" };
  const failed = { ...call, id: "search:1", argumentsText: "{", result: "No such port.", isError: true };
  const chat: Message[] = [
    { id: "a", role: "user", content: "Tide?", date: 0 },
    {
      ...{ id: "b", role: "assistant", content: "I look.\n\n06:12.", date: 0, reasoning: "Hm." },
      ...{ model: author, providerName: "P", tools: [{ ...call, textBefore: 7 }, failed] },
      phases: [
        { start: 0, phase: "commentary" },
        { start: 9, phase: "final_answer" },
      ],
    },
    { id: "c", role: "user", content: "And then?", date: 0 },
  ];
  return chat.flatMap((message) => messagesToSend(message, asked));
}

/** Returns requests for images: with each option that the model has, and one that changes an image. */
function imageRequests({ provider, model }: Target, plain: ChatRequest): ChatRequest[] {
  const choices = imageChoices(placeOf(provider), model);
  const options = [
    ...(choices.sizes ?? []).map((size) => ({ size })),
    ...(choices.aspectRatios ?? []).map((aspectRatio) => ({ aspectRatio })),
    ...(choices.qualities ?? []).map((quality) => ({ quality })),
    ...(choices.styles ?? []).map((style) => ({ style })),
    ...(choices.backgrounds ?? []).map((background) => ({ background })),
    ...(choices.formats ?? []).map((format) => ({ format })),
    { count: choices.maxCount ?? 1 },
  ];
  const made = { role: "assistant", content: [{ type: "image_url", image_url: { url: picture } }] } as const;
  return [
    plain,
    ...options.map((image) => ({ ...plain, image })),
    { ...plain, messages: [...plain.messages, made, { role: "user", content: "Make it blue." }] },
  ];
}

/** Plays a turn whose first reply is a recording with tool calls. Returns the body of the second request. */
export async function bodyAfter(fixture: StreamFixture, { provider, model }: Target): Promise<SentBody> {
  const headers = { "content-type": fixture.http.contentType };
  const env = fakeEnvironment({
    responses: [new Response(streamOf([fixture.body]), { headers }), new Response("", { headers })],
  });
  const { signal } = new AbortController();
  const open = openChat({ codec: await provider.chat(model), connection, env, signal, timeoutMs: 60_000 });
  const turn = runTurn({
    request: { ...sampleRequest(model), tools },
    open,
    runCall: async () => ({ text: "06:12", media: [{ type: "image/png", url: picture }] }),
    signal,
    env: { now: env.now, delay: async () => {} },
  });
  for await (const _event of turn);
  const second = env.calls[1];
  return { url: String(second?.url), body: JSON.parse(String(second?.init.body)) };
}
