import Anthropic from "@anthropic-ai/sdk";
import { LLMock } from "@copilotkit/aimock";
import { ApiError, GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { signalOf } from "../support/local-upstream";
import { type AppServer, noWayOut, startApp } from "./support/app-server";
import { test as base, everywhere, expect, needsServer, serverKey } from "./support/fixtures";
import { type Relay, startRelay } from "./support/relay";

const code = "open-sesame";
const guarded = {
  CODE: code,
  OPENAI_API_KEY: serverKey,
  ANTHROPIC_API_KEY: serverKey,
  GOOGLE_API_KEY: serverKey,
};

const models = { openai: "gpt-4o-mini", anthropic: "claude-sonnet-5", google: "gemini-3.8-flash" } as const;
const question = "When is low water?";
const answer = "Low water is at 12:40, so walk out before eleven.";
const usersWords = [{ role: "user" as const, content: question }];
const place = { type: "object" as const, properties: { place: { type: "string" } }, required: ["place"] };

/** Marks of all that is here: on the edge the relay is another one. */
const relayed = { tag: [needsServer.tag, everywhere.tag] };

/**
 * The providers' own clients against our relay, whose answers they judge by rules that are not ours. They take the
 * relay for the provider and an access code for its key.
 */
const test = base.extend<object, { peer: { readonly mock: LLMock; readonly app: AppServer }; relay: Relay }>({
  /** An app before a server of another hand, which knows the operator's key alone and refuses what it does not expect. */
  peer: [
    async ({ build }, use) => {
      const mock = new LLMock({
        port: 0,
        host: "127.0.0.1",
        chunkSize: 6,
        strict: true,
        auth: { apiKeys: [serverKey] },
      });
      mock.on({ userMessage: question }, { content: answer });
      mock.on(
        { userMessage: "Which tide?", hasToolResult: false },
        { toolCalls: [{ id: "call_tide_1", name: "tide_at", arguments: '{"place":"Saint-Malo"}' }] },
      );
      mock.on({ userMessage: "Which tide?", hasToolResult: true }, { content: "The tide is rising." });
      mock.on(
        { userMessage: "busy" },
        { error: { message: "Slow down.", type: "rate_limit_error" }, status: 429, retryAfter: 7 },
      );
      await mock.start();
      const app = await startApp(build, {
        ...guarded,
        BASE_URL: mock.url,
        ANTHROPIC_URL: mock.url,
        GOOGLE_URL: mock.url,
      });
      await use({ mock, app });
      await app.stop();
      await mock.stop();
    },
    { scope: "worker" },
  ],
  /** An app before a provider that each test tells how to answer, and with no way to any other. */
  relay: [
    async ({ build }, use) => {
      const relay = await startRelay(build, (url) => ({
        ...guarded,
        ...noWayOut,
        ANTHROPIC_URL: url,
        GOOGLE_URL: url,
      }));
      await use(relay);
      await relay.stop();
    },
    { scope: "worker" },
  ],
});

test.describe("OpenAI's client", relayed, () => {
  test("gets a complete reply", async ({ peer }) => {
    const reply = await openaiAt(peer.app).chat.completions.create({ model: models.openai, messages: usersWords });
    expect(reply.choices[0]?.message.content).toBe(answer);
    expect(reply.choices[0]?.finish_reason).toBe("stop");
    expect(peer.mock.getLastRequest()).toMatchObject({ path: "/v1/chat/completions", response: { status: 200 } });
  });

  test("gets a streamed reply in chunks", async ({ peer }) => {
    const stream = openaiAt(peer.app).chat.completions.stream({ model: models.openai, messages: usersWords });
    const pieces: string[] = [];
    stream.on("content", (piece) => pieces.push(piece));
    expect((await stream.finalChatCompletion()).choices[0]?.finish_reason).toBe("stop");
    expect(pieces.join("")).toBe(answer);
    expect(pieces.length).toBeGreaterThan(5);
  });

  test("gets a streamed reply of the Responses API", async ({ peer }) => {
    const stream = openaiAt(peer.app).responses.stream({ model: models.openai, input: question });
    expect((await stream.finalResponse()).output_text).toBe(answer);
  });

  test("completes a round of tool calls", async ({ peer }) => {
    const client = openaiAt(peer.app);
    const tools = [{ type: "function" as const, function: { name: "tide_at", parameters: place } }];
    const asked = { model: models.openai, tools, messages: [{ role: "user" as const, content: "Which tide?" }] };
    const first = await client.chat.completions.stream(asked).finalChatCompletion();
    const [choice] = first.choices;
    const calls = choice?.message.tool_calls ?? [];
    expect(choice?.finish_reason).toBe("tool_calls");
    expect(calls).toMatchObject([
      { id: "call_tide_1", type: "function", function: { name: "tide_at", arguments: '{"place":"Saint-Malo"}' } },
    ]);
    const second = await client.chat.completions.create({
      ...asked,
      messages: [
        ...asked.messages,
        { role: "assistant", content: null, tool_calls: calls },
        { role: "tool", tool_call_id: "call_tide_1", content: "rising" },
      ],
    });
    expect(second.choices[0]?.message.content).toBe("The tide is rising.");
  });

  test("that disconnects in mid-stream ends the provider's work", async ({ relay }) => {
    const closed = answerAndHold(relay, [{ data: { choices: [{ index: 0, delta: { content: "Low " } }] } }]);
    const stream = await openaiAt(relay.app).chat.completions.create({
      model: models.openai,
      messages: usersWords,
      stream: true,
    });
    for await (const { choices } of stream) {
      expect(choices[0]?.delta.content).toBe("Low ");
      stream.controller.abort();
    }
    await closed;
  });

  test("gets an error of its own class for a wrong code, with the standard text", async ({ peer }) => {
    const before = peer.mock.getRequests().length;
    const error = await refusalOf(openaiAt(peer.app, "nk-wrong").models.list());
    expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
    const response = await fetch(`${peer.app.url}/api/openai/v1/models`, {
      headers: { authorization: "Bearer nk-wrong" },
    });
    expect(response.status).toBe(401);
    expect(await response.text()).toBe('{"error":true,"msg":"wrong access code"}');
    expect(peer.mock.getRequests()).toHaveLength(before);
  });

  test("gets the time to wait", async ({ peer }) => {
    const asked = { model: models.openai, messages: [{ role: "user" as const, content: "busy" }] };
    const error = await refusalOf(openaiAt(peer.app).chat.completions.create(asked));
    expect(error).toMatchObject({ message: "429 Slow down." });
    expect(error instanceof OpenAI.RateLimitError && error.headers.get("retry-after")).toBe("7");
  });

  test("lists the models", async ({ peer }) => {
    const ids: string[] = [];
    for await (const { id } of openaiAt(peer.app).models.list()) ids.push(id);
    expect(ids).toContain("gpt-4o");
  });

  test("with an own key calls the provider itself and never the operator's address @A2.2", async ({ relay }) => {
    const before = relay.arrived.length;
    const error = await refusalOf(openaiAt(relay.app, "sk-own-4711").models.list());
    expect(error).toBeInstanceOf(OpenAI.InternalServerError);
    expect(error).toMatchObject({ status: 502, code: "network" });
    expect(relay.app.log()).toContain("Asked for the address of api.openai.com.");
    expect(relay.app.log()).not.toContain("4711");
    expect(relay.arrived).toHaveLength(before);
  });
});

test.describe("Anthropic's client", relayed, () => {
  const asked = { model: models.anthropic, max_tokens: 100 };

  test("gets a complete reply", async ({ peer }) => {
    const reply = await anthropicAt(peer.app).messages.create({ ...asked, messages: usersWords });
    expect(reply.content).toMatchObject([{ type: "text", text: answer }]);
    expect(reply.stop_reason).toBe("end_turn");
    expect(peer.mock.getLastRequest()).toMatchObject({ path: "/v1/messages", response: { status: 200 } });
  });

  test("gets a streamed reply in chunks", async ({ peer }) => {
    const stream = anthropicAt(peer.app).messages.stream({ ...asked, messages: usersWords });
    const pieces: string[] = [];
    stream.on("text", (piece) => pieces.push(piece));
    expect((await stream.finalMessage()).stop_reason).toBe("end_turn");
    expect(pieces.join("")).toBe(answer);
    expect(pieces.length).toBeGreaterThan(5);
  });

  test("completes a round of tool calls", async ({ peer }) => {
    const client = anthropicAt(peer.app);
    const withTools = { ...asked, tools: [{ name: "tide_at", input_schema: place }] };
    const words = [{ role: "user" as const, content: "Which tide?" }];
    const first = await client.messages.stream({ ...withTools, messages: words }).finalMessage();
    expect(first.stop_reason).toBe("tool_use");
    const calls = first.content.filter(({ type }) => type === "tool_use");
    expect(calls).toMatchObject([{ id: "call_tide_1", name: "tide_at", input: { place: "Saint-Malo" } }]);
    const second = await client.messages.create({
      ...withTools,
      messages: [
        ...words,
        { role: "assistant", content: first.content },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "call_tide_1", content: "rising" }] },
      ],
    });
    expect(second.content).toMatchObject([{ type: "text", text: "The tide is rising." }]);
  });

  test("that disconnects in mid-stream ends the provider's work", async ({ relay }) => {
    const usage = { input_tokens: 9, output_tokens: 1 };
    const message = { id: "msg_1", type: "message", role: "assistant", model: models.anthropic, content: [], usage };
    const delta = { type: "text_delta", text: "Low " };
    const closed = answerAndHold(relay, [
      { event: "message_start", data: { type: "message_start", message } },
      {
        event: "content_block_start",
        data: { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      },
      { event: "content_block_delta", data: { type: "content_block_delta", index: 0, delta } },
    ]);
    const stream = await anthropicAt(relay.app).messages.create({ ...asked, messages: usersWords, stream: true });
    for await (const event of stream) {
      if (event.type === "content_block_delta") stream.controller.abort();
    }
    await closed;
  });

  test("gets an error of its own class for a wrong code, with the standard text", async ({ peer }) => {
    const before = peer.mock.getRequests().length;
    const client = anthropicAt(peer.app, "nk-wrong");
    const error = await refusalOf(client.messages.create({ ...asked, messages: usersWords }));
    expect(error instanceof Anthropic.AuthenticationError && error.error).toEqual({
      error: true,
      msg: "wrong access code",
    });
    expect(peer.mock.getRequests()).toHaveLength(before);
  });

  test("gets the time to wait", async ({ peer }) => {
    const words = [{ role: "user" as const, content: "busy" }];
    const error = await refusalOf(anthropicAt(peer.app).messages.create({ ...asked, messages: words }));
    expect(error instanceof Anthropic.RateLimitError && error.headers.get("retry-after")).toBe("7");
  });

  test("lists the models, page by page", async ({ relay }) => {
    relay.answerWith((request, response) => {
      const { searchParams } = new URL(request.url ?? "", "http://provider.invalid");
      const isFirst = !searchParams.has("after_id");
      const [id, next] = isFirst ? ["claude-opus-5-5", "claude-haiku-5-5"] : ["claude-haiku-5-5"];
      const data = [{ type: "model", id, display_name: id, created_at: "2026-09-22T00:00:00Z" }];
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ data, has_more: next !== undefined, first_id: id, last_id: id }));
    });
    const ids: string[] = [];
    for await (const { id } of anthropicAt(relay.app).models.list({ limit: 1 })) ids.push(id);
    expect(ids).toEqual(["claude-opus-5-5", "claude-haiku-5-5"]);
  });

  test("with an own key calls the provider itself and never the operator's address @A2.2", async ({ relay }) => {
    const before = relay.arrived.length;
    const client = anthropicAt(relay.app, "sk-ant-own-4711");
    const error = await refusalOf(client.messages.create({ ...asked, messages: usersWords }));
    expect(error).toBeInstanceOf(Anthropic.InternalServerError);
    expect(error).toMatchObject({ status: 502 });
    expect(relay.app.log()).toContain("Asked for the address of api.anthropic.com.");
    expect(relay.app.log()).not.toContain("4711");
    expect(relay.arrived).toHaveLength(before);
  });
});

test.describe("Google's client", relayed, () => {
  const asked = { model: models.google, contents: question };

  test("gets a complete reply", async ({ peer }) => {
    const reply = await googleAt(peer.app).models.generateContent(asked);
    expect(reply.text).toBe(answer);
    expect(reply.candidates?.[0]?.finishReason).toBe("STOP");
    expect(peer.mock.getLastRequest()).toMatchObject({
      path: `/v1beta/models/${models.google}:generateContent`,
      response: { status: 200 },
    });
  });

  test("gets a streamed reply in chunks", async ({ peer }) => {
    const pieces: string[] = [];
    for await (const { text } of await googleAt(peer.app).models.generateContentStream(asked)) pieces.push(text ?? "");
    expect(pieces.join("")).toBe(answer);
    expect(pieces.length).toBeGreaterThan(5);
  });

  test("completes a round of tool calls", async ({ peer }) => {
    const client = googleAt(peer.app);
    const config = { tools: [{ functionDeclarations: [{ name: "tide_at", parametersJsonSchema: place }] }] };
    const words = { role: "user", parts: [{ text: "Which tide?" }] };
    const first = await client.models.generateContent({ model: models.google, contents: [words], config });
    expect(first.functionCalls).toMatchObject([{ name: "tide_at", args: { place: "Saint-Malo" } }]);
    const result = { functionResponse: { name: "tide_at", response: { output: "rising" } } };
    const contents = [words, first.candidates?.[0]?.content ?? {}, { role: "user", parts: [result] }];
    const second = await client.models.generateContent({ model: models.google, contents, config });
    expect(second.text).toBe("The tide is rising.");
  });

  test("that disconnects in mid-stream ends the provider's work", async ({ relay }) => {
    const content = { role: "model", parts: [{ text: "Low " }] };
    const closed = answerAndHold(relay, [{ data: { candidates: [{ index: 0, content }] } }]);
    const stop = new AbortController();
    const config = { abortSignal: stop.signal };
    const stream = await googleAt(relay.app).models.generateContentStream({ ...asked, config });
    await refusalOf(
      (async () => {
        for await (const _piece of stream) stop.abort();
      })(),
    );
    await closed;
  });

  test("gets an error of its own class for a wrong code, with the standard text", async ({ peer }) => {
    const before = peer.mock.getRequests().length;
    const error = await refusalOf(googleAt(peer.app, "nk-wrong").models.generateContent(asked));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 401, message: expect.stringContaining("wrong access code") });
    expect(peer.mock.getRequests()).toHaveLength(before);
  });

  test("lists the models, page by page", async ({ relay }) => {
    relay.answerWith((request, response) => {
      const { searchParams } = new URL(request.url ?? "", "http://provider.invalid");
      const isFirst = !searchParams.has("pageToken");
      const name = isFirst ? "models/gemini-3.8-flash" : "models/gemini-3-pro";
      const next = isFirst ? { nextPageToken: "p2" } : {};
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ models: [{ name }], ...next }));
    });
    const names: (string | undefined)[] = [];
    for await (const { name } of await googleAt(relay.app).models.list({ config: { pageSize: 1 } })) names.push(name);
    expect(names).toEqual(["models/gemini-3.8-flash", "models/gemini-3-pro"]);
  });

  test("with an own key calls the provider itself and never the operator's address @A2.2", async ({ relay }) => {
    const before = relay.arrived.length;
    const error = await refusalOf(googleAt(relay.app, "AIza-own-4711").models.generateContent(asked));
    expect(error).toMatchObject({ status: 502 });
    expect(relay.app.log()).toContain("Asked for the address of generativelanguage.googleapis.com.");
    expect(relay.app.log()).not.toContain("4711");
    expect(relay.arrived).toHaveLength(before);
  });
});

for (const { name, ask, credential } of [
  {
    name: "OpenAI's client",
    ask: (app: AppServer) => openaiAt(app).models.list(),
    credential: { authorization: `Bearer ${serverKey}` },
  },
  {
    name: "Anthropic's client",
    ask: (app: AppServer) => anthropicAt(app).models.list(),
    credential: { "x-api-key": serverKey, "anthropic-version": "2023-06-01" },
  },
  {
    name: "Google's client",
    ask: (app: AppServer) => googleAt(app).models.list(),
    credential: { "x-goog-api-key": serverKey },
  },
]) {
  test(
    `nothing that ${name} sends about itself reaches the provider, and the key is the operator's @O4.6`,
    relayed,
    async ({ relay }) => {
      relay.answerWith((_request, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end('{"data":[],"has_more":false}');
      });
      await ask(relay.app);
      const { headers = {} } = relay.arrived.at(-1) ?? {};
      expect(headers).toMatchObject(credential);
      expect(JSON.stringify(headers)).not.toMatch(/stainless|(OpenAI|Anthropic)\/JS|google-genai|gl-node|nk-/);
    },
  );
}

/** A refused call is asked once: all attempts count. */
function openaiAt({ url }: AppServer, apiKey = `nk-${code}`): OpenAI {
  return new OpenAI({ baseURL: `${url}/api/openai/v1`, apiKey, maxRetries: 0 });
}

function anthropicAt({ url }: AppServer, apiKey = `nk-${code}`): Anthropic {
  return new Anthropic({ baseURL: `${url}/api/anthropic`, apiKey, maxRetries: 0 });
}

function googleAt({ url }: AppServer, apiKey = `nk-${code}`): GoogleGenAI {
  return new GoogleGenAI({ apiKey, httpOptions: { baseUrl: `${url}/api/google` } });
}

/** Returns what a call was refused with. */
async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (thrown) {
    return thrown;
  }
  throw new Error("The call was not refused.");
}

/** Has the provider send some events and then hold the stream open; answers when the other side has gone. */
function answerAndHold(relay: Relay, events: readonly { event?: string; data: unknown }[]): Promise<void> {
  const closed = signalOf();
  relay.answerWith((request, response) => {
    request.resume();
    response.on("close", () => closed.give());
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const { event, data } of events) {
      response.write(`${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(data)}\n\n`);
    }
  });
  return closed.given;
}
