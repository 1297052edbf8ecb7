import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import { emptyReply, foldReply, outcomeOf, type Reply } from "@/lib/chat/reply";
import type { ChatRequest } from "@/lib/chat/request";
import { openChat } from "@/lib/engine/open-chat";
import { readLines } from "@/lib/engine/read-lines";
import { readServerEvents } from "@/lib/engine/read-server-events";
import { readText } from "@/lib/engine/read-text";
import { dashScopeErrorKinds } from "@/lib/providers/codecs/dashscope";
import { googleEmbeddings } from "@/lib/providers/codecs/google/google-embeddings";
import { parseLmStudioEvent } from "@/lib/providers/codecs/lm-studio-native";
import { ollamaNative, ollamaTags } from "@/lib/providers/codecs/ollama-native";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIEmbeddings } from "@/lib/providers/codecs/openai/openai-embeddings";
import { openai } from "@/lib/providers/openai";
import { type ChatCodec, type Provider, routeOf } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { fakeEnvironment } from "@/test/support/fake-environment";
import { fixtureReaders } from "@/test/support/fixture-readers";
import {
  cutAt,
  cutIntoBytes,
  readBalanceAnswers,
  readFixtures,
  type StreamFixture,
  streamOf,
} from "@/test/support/stream-fixtures";

/** Recordings of an interface that is not a provider's only one: whose it is, and a model that is asked by it. */
const interfaces: Readonly<Record<string, { readonly provider: string; readonly model: string }>> = {
  "openai-responses": { provider: "openai", model: "gpt-6-sol" },
};

/** Which model is asked for, where a provider speaks to its models in several ways; by the recording's codec. */
const modelByCodec: Readonly<Record<string, string>> = {
  "baidu-legacy": "ernie-4.0-8k",
  "tencent-native": "hunyuan-lite",
};

/** Codecs of surfaces that a provider has and that we do not call, by provider and the recording's codec. */
const uncalled: Readonly<Record<string, () => Promise<ChatCodec>>> = {
  "alibaba/openai-chat": () => openAIDialect({ path: "v1/chat/completions", errorKinds: dashScopeErrorKinds }),
  "lmstudio/lmstudio-native": async () => ({
    ...(await openAIDialect({ path: "v1/chat/completions" })),
    parseEvent: parseLmStudioEvent,
  }),
  "ollama/ollama": async () => ollamaNative,
};

/** Bodies up to this many bytes are cut at every place. */
const maxBytesForEveryCut = 4096;

/** Maximum number of lines after which a recording is cut. */
const maxLineCuts = 100;

const fixtures = readFixtures();
const chats = fixtures.filter(({ kind }) => kind === "chat" || kind === "http-error");
const lists = fixtures.filter(({ kind }) => kind === "models");
const others = fixtures.filter(({ codec }) => codec in fixtureReaders);
const drawings = fixtures.filter(({ kind }) => kind === "images");
const films = fixtures.filter(({ kind }) => kind === "video-task");
const bills = fixtures.filter(({ kind }) => kind === "billing");
const balances = fixtures.filter(({ kind }) => kind === "balance");
const embeddings = fixtures.filter(({ kind }) => kind === "embedding");
const streams = chats.filter(({ transport }) => transport === "sse" || transport === "ndjson");

const request: ChatRequest = { model: "any", messages: [{ role: "user", content: "Hello" }], stream: true };

describe("the recordings", () => {
  test("are all read, each by one test", () => {
    const paths = fixtures.map(({ path }) => path).sort();
    const kinds = [chats, lists, others, drawings, films, bills, balances, embeddings];
    expect(kinds.flatMap((kind) => kind.map(({ path }) => path)).sort()).toEqual(paths);
  });

  // The demonstration plays scripts of our own, which have their own tests.
  test("exist for every provider except the demonstration", () => {
    const recorded = new Set(fixtures.map(({ provider }) => provider));
    const folders = Object.values<Provider>(providers).map(routeOf);
    expect(folders.filter((folder) => folder !== "demo" && !recorded.has(folder))).toEqual([]);
  });
});

describe("a reply", () => {
  test.each(chats)("$path gives the expected result", async (fixture) => {
    expect(seen(await receive(fixture, [fixture.body]), fixture)).toEqual(expected(fixture));
  });

  test.each(chats)("$path gives the same result byte by byte and at its recorded cuts", async (fixture) => {
    const ways = [cutIntoBytes(fixture.body), ...(fixture.splits ?? []).map((offsets) => cutAt(fixture.body, offsets))];
    for (const pieces of ways) expect(seen(await receive(fixture, pieces), fixture)).toEqual(expected(fixture));
  });

  // A codec sees events, not bytes: where the events are equal, so is the reply.
  test.each(streams.filter(({ body }) => body.length <= maxBytesForEveryCut))(
    "$path gives the same events wherever it is cut in two",
    async (fixture) => {
      const wanted = JSON.stringify(await eventsOf(fixture, [fixture.body]));
      const wrong: number[] = [];
      for (let offset = 1; offset < fixture.body.length; offset++) {
        const events = await eventsOf(fixture, cutAt(fixture.body, [offset]));
        if (JSON.stringify(events) !== wanted) wrong.push(offset);
      }
      expect(wrong).toEqual([]);
    },
  );

  // Events that arrive together are joined before they are yielded.
  test.each(streams)("$path gives the same result when it is cut after any line", async (fixture) => {
    for (const offset of lineEnds(fixture.body).slice(0, maxLineCuts))
      expect(seen(await receive(fixture, cutAt(fixture.body, [offset])), fixture)).toEqual(expected(fixture));
  });
});

test("a stream gives the same result however it is cut", async () => {
  const cuts = fc.array(fc.nat(8000), { maxLength: 30 }).map((offsets) => [...new Set(offsets)].sort((a, b) => a - b));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...streams), cuts, async (fixture, offsets) => {
      expect(seen(await receive(fixture, cutAt(fixture.body, offsets)), fixture)).toEqual(expected(fixture));
    }),
  );
});

describe("a model list", () => {
  test.each(lists)("$path gives the offered models", ({ provider, codec, body, outcome }) => {
    const answer: unknown = JSON.parse(new TextDecoder().decode(body));
    const list = codec === "ollama-tags" ? ollamaTags : providerOf(provider).provider.modelList;
    expect(list?.parseResponse(answer)).toEqual(outcome.models);
  });
});

describe("a response that is not a chat reply", () => {
  test.each(others)("$path gives the expected result", async (fixture) => {
    expect(await fixtureReaders[fixture.codec]?.(fixture)).toEqual(fixture.outcome);
  });
});

describe("an image generation", () => {
  /** One of each provider's models that draw. */
  const models: Readonly<Record<string, string>> = { openai: "gpt-image-2", chatglm: "cogview-4" };

  // The words that a model made of the user's are recorded too, and shown nowhere.
  test.each(drawings)("$path gives its images and counts, however it is cut", async (fixture) => {
    const { images, usage } = fixture.outcome as unknown as Pick<RecordedOutcome, "usage"> & { images: unknown };
    for (const pieces of [[fixture.body], cutIntoBytes(fixture.body)]) {
      const reply = await receive(fixture, pieces, models[fixture.provider]);
      expect({ images: reply.images, usage: reply.usage && knownCounts({ ...reply.usage }) }).toEqual({
        images,
        usage: usage && knownCounts(usage),
      });
      expect(outcomeOf(reply)).toEqual({ finish: "stop", complete: true });
    }
  });
});

describe("a video generation", () => {
  test.each(films)("$path declares its status", async ({ provider, body, outcome }) => {
    const { parseResponse, task } = await providerOf(provider).provider.chat("cogvideox-3");
    const response = { status: 200, body: textOf(body) };
    const [event] = outcome.taskId === undefined ? (task?.parseResponse(response, "t") ?? []) : parseResponse(response);
    expect(filmOf(event)).toEqual(outcome);
  });

  function filmOf(event: ChatEvent | undefined): unknown {
    if (event?.type === "task") return { taskId: event.id, status: "processing" };
    if (event?.type !== "text-delta") return { status: "fail", videos: [] };
    const [, url, cover] = /^<video controls src="([^"]+)" poster="([^"]+)"><\/video>$/.exec(event.text) ?? [];
    return { status: "success", videos: [{ url, cover }] };
  }
});

test("the recorded bills give a balance in whole cents", async () => {
  const responses = bills.toReversed().map(({ body }) => ({ status: 200, body: textOf(body) }));
  const recorded = Object.assign({}, ...bills.map(({ outcome }) => outcome));
  expect((await openai.balance?.())?.parseResponses(responses)).toEqual({
    used: Number(recorded.usedUsd.toFixed(2)),
    total: recorded.totalUsd,
    currency: "USD",
  });
});

// The relay's test of balance queries requests the same recordings (test/lib/server/balance-queries.test.ts).
test.each(balances)("$path gives the balance or the error", async ({ provider, body, outcome }) => {
  const answers = readBalanceAnswers(body).map(({ status, body: content }) => ({ status, body: content }));
  const balance = (await providerOf(provider).provider.balance?.())?.parseResponses(answers);
  if (outcome.error) expect(balance).toMatchObject(outcome.error);
  else expect(balance).toEqual(outcome);
});

test.each(embeddings)("$path gives the vectors in order, or the error", ({ codec, body, http, outcome }) => {
  const { parseResponse } = codec === "google-embeddings" ? googleEmbeddings : openAIEmbeddings;
  const response = { status: http.status, body: textOf(body) };
  const count = Array.isArray(outcome.vectors) ? outcome.vectors.length : 1;
  const read = parseResponse(response, count);
  if (outcome.error) expect(read).toMatchObject(outcome.error);
  else expect(read).toEqual(outcome);
  // One vector too few or too many.
  if (!outcome.error) expect(parseResponse(response, count + 1)).toEqual({ kind: "protocol", code: null, message: "" });
});

/** Sends the recorded bytes down the whole road: from the network to the reply. */
async function receive(fixture: StreamFixture, pieces: Uint8Array<ArrayBuffer>[], model?: string): Promise<Reply> {
  const { http } = fixture;
  const headers = { "content-type": http.contentType };
  const open = openChat({
    codec: await codecOf(fixture, model),
    connection: { baseUrl: "https://provider.test", headers: {} },
    env: fakeEnvironment({ responses: [new Response(streamOf(pieces), { status: http.status, headers })] }),
    signal: new AbortController().signal,
    timeoutMs: 60_000,
  });
  let reply = emptyReply;
  for await (const event of open({ ...request, ...(model ? { model } : {}) })) reply = foldReply(reply, event);
  return reply;
}

/** Reads the recorded bytes as the events or lines that a codec gets. */
async function eventsOf({ transport, body }: StreamFixture, pieces: Uint8Array<ArrayBuffer>[]): Promise<unknown[]> {
  const reader = streamOf(pieces).getReader();
  const source = transport === "sse" ? readServerEvents(reader) : readLines(readText(reader), body.length);
  const events: unknown[] = [];
  for await (const read of source) events.push(...[read].flat());
  return events;
}

/** Returns the offset after each line. */
function lineEnds(bytes: Uint8Array): number[] {
  return [...bytes.keys()].filter((offset) => bytes[offset] === 10).map((offset) => offset + 1);
}

function codecOf({ provider: folder, codec }: StreamFixture, asked?: string): Promise<ChatCodec> {
  const make = uncalled[`${folder}/${codec}`];
  if (make) return make();
  const { provider, model } = providerOf(folder);
  return provider.chat(asked ?? modelByCodec[codec] ?? model);
}

/** Returns the provider that a folder of recordings is of, called as its route is, and a model of it. */
function providerOf(folder: string): { provider: Provider; model: string } {
  const { provider: name, model } = interfaces[folder] ?? { provider: folder, model: request.model };
  const provider = Object.values<Provider>(providers).find((known) => routeOf(known) === name);
  if (!provider) throw new Error(`The recordings name a provider that the registry does not: ${folder}`);
  return { provider, model };
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

interface RecordedCall {
  readonly id: string | null;
  readonly name: string;
  readonly arguments: unknown;
  readonly argumentsText?: string;
}

interface RecordedOutcome {
  readonly toolCalls: readonly RecordedCall[];
  readonly usage: Readonly<Record<string, number | null>> | null;
  readonly error: { readonly kind: string; readonly code: string | null; readonly message: string | null } | null;
  readonly replay: readonly Readonly<Record<string, string>>[];
}

/** The recorded outcome, without what its README says is not to be compared. */
function expected(fixture: StreamFixture): unknown {
  const { text, reasoning, refusal, images, finish, rawFinish, complete } = fixture.outcome;
  const { toolCalls, usage, error, replay } = recordedOutcome(fixture);
  const failure = error && { ...error, message: error.message ?? "" };
  if (fixture.kind === "http-error") return { error: failure };
  const counts = usage && knownCounts(usage);
  const calls = toolCalls.map((call) => comparable(call, call));
  return {
    text,
    reasoning,
    refusal,
    images,
    finish,
    rawFinish,
    complete,
    toolCalls: calls,
    usage: counts,
    error: failure,
    replay,
    sources: fixture.outcome.sources ?? [],
  };
}

/** What came out, in the form of the recorded outcome. */
function seen(reply: Reply, fixture: StreamFixture): unknown {
  const error = reply.error && { kind: reply.error.kind, code: reply.error.code, message: reply.error.message };
  if (fixture.kind === "http-error") return { error };
  const { text, reasoning, refusal, images, rawFinish, toolCalls } = reply;
  const { finish, complete } = outcomeOf(reply);
  const recorded = recordedOutcome(fixture).toolCalls;
  const usage = reply.usage && knownCounts({ ...reply.usage });
  const calls = toolCalls.map((call, position) => comparable(call, recorded[position]));
  const replay = replayOf(reply);
  const ends = { text, reasoning, refusal, images, finish, rawFinish, complete };
  return { ...ends, toolCalls: calls, usage, error, replay, sources: reply.sources };
}

/** What must go back unchanged; Gemini's signatures stand with the calls. */
function replayOf({ replay, toolCalls }: Reply): unknown[] {
  const signatures = toolCalls.flatMap(({ signature }, position) =>
    signature === undefined ? [] : [{ kind: "google.thoughtSignature", on: `toolCall:${position}`, value: signature }],
  );
  return [...replay.map(({ item }) => item), ...signatures];
}

function recordedOutcome({ outcome }: StreamFixture): RecordedOutcome {
  return outcome as unknown as RecordedOutcome;
}

/** A call with its arguments as values; its id and its raw arguments only where the wire has them. */
function comparable(call: Omit<RecordedCall, "arguments">, recorded: RecordedCall | undefined): unknown {
  const { id, name, argumentsText } = call;
  return {
    name,
    arguments: "arguments" in call ? call.arguments : JSON.parse(argumentsText || "{}"),
    ...(recorded?.id === null ? {} : { id }),
    ...(recorded?.argumentsText === undefined ? {} : { argumentsText }),
  };
}

/** Counts in one order; those that were not reported are left out. */
function knownCounts(usage: Readonly<Record<string, number | null>>): Record<string, number> {
  const known = Object.entries(usage).filter((count): count is [string, number] => count[1] !== null);
  return Object.fromEntries(known.sort(([one], [other]) => one.localeCompare(other)));
}
