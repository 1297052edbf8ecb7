import fc from "fast-check";
import type { ChatRequest } from "@/lib/chat/request";
import { openChat } from "@/lib/engine/open-chat";
import { runTurn } from "@/lib/engine/run-turn";
import { recordOf } from "@/lib/json";
import { anthropicCodec } from "@/lib/providers/codecs/anthropic/anthropic-codec";
import { googleCodec } from "@/lib/providers/codecs/google/google-codec";
import { openAICompatible } from "@/lib/providers/codecs/openai/openai-compatible";
import { openAIResponses } from "@/lib/providers/codecs/openai/openai-responses";
import type { ChatCodec } from "@/lib/providers/provider";
import { fakeEnvironment } from "@/test/support/fake-environment";

type Payload = Readonly<Record<string, unknown>>;

const tools = [{ name: "tide", description: "Tide times", parameters: { type: "object" } }];

/** Plays a turn whose first reply is the given stream; returns the body of its second request. */
async function secondBody(codec: ChatCodec, model: string, stream: readonly Payload[]): Promise<Payload> {
  const sse = stream.map((payload) => `data: ${JSON.stringify(payload)}\n\n`).join("");
  const headers = { "content-type": "text/event-stream" };
  const env = fakeEnvironment({
    responses: [new Response(sse, { headers }), new Response("", { headers })],
  });
  const { signal } = new AbortController();
  const connection = { baseUrl: "https://provider.test", headers: {} };
  const open = openChat({ codec, connection, env, signal, timeoutMs: 60_000 });
  const request: ChatRequest = { model, messages: [{ role: "user", content: "Tides?" }], stream: true, tools };
  const turn = runTurn({
    request,
    open,
    runCall: async () => ({ text: "06:12" }),
    signal,
    env: { now: env.now, delay: async () => {} },
  });
  for await (const _event of turn);
  return recordOf(JSON.parse(String(env.calls[1]?.init.body)));
}

/** Returns the stream events of a Claude reply with these content blocks. */
function claudeStream(blocks: readonly Payload[]): Payload[] {
  const events = blocks.flatMap((block, index) => {
    const delta = (value: Payload) => ({ type: "content_block_delta", index, delta: value });
    const start = (content_block: Payload) => ({ type: "content_block_start", index, content_block });
    switch (block.type) {
      case "text":
        return [start({ type: "text", text: "" }), delta({ type: "text_delta", text: block.text })];
      case "thinking":
        return [
          start({ type: "thinking", thinking: "", signature: "" }),
          delta({ type: "thinking_delta", thinking: block.thinking }),
          delta({ type: "signature_delta", signature: block.signature }),
        ];
      case "tool_use": {
        const partial_json = JSON.stringify(block.input);
        return [start({ ...block, input: {} }), delta({ type: "input_json_delta", partial_json })];
      }
      default:
        return [start(block)];
    }
  });
  return [...events, { type: "message_delta", delta: { stop_reason: "tool_use" } }, { type: "message_stop" }];
}

const thinking = (text: string) => ({ type: "thinking", thinking: text, signature: `sig-${text}` });
const toolUse = (id: string) => ({ type: "tool_use", id, name: "tide", input: { at: id } });

test("Claude gets interleaved thinking, text and calls back in their order", async () => {
  const blocks = [thinking("A"), { type: "text", text: "Looking." }, thinking("B"), toolUse("t1")];
  const body = await secondBody(anthropicCodec, "claude-opus-5-5", claudeStream(blocks));
  expect(body.messages).toEqual([
    { role: "user", content: "Tides?" },
    { role: "assistant", content: blocks },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "06:12" }] },
  ]);
});

test("Claude gets any blocks back as it sent them", async () => {
  const letters = fc.string({ unit: fc.constantFrom("a", " b", "\nc", "é", "🌊"), minLength: 1, maxLength: 5 });
  const block = fc.oneof(
    letters.map(thinking),
    letters.map((data) => ({ type: "redacted_thinking", data })),
    letters.map((text) => ({ type: "text", text })),
    fc.constant({ type: "tool_use", name: "tide", input: { at: "x" } }),
  );
  // Texts in a row are one text to us; the API never sends them without tools of its own.
  const isSent = (list: readonly Payload[]) =>
    list.every(({ type }, place) => type !== "text" || list[place + 1]?.type !== "text");
  const replies = fc.array(block, { maxLength: 8 }).filter(isSent);
  await fc.assert(
    fc.asyncProperty(replies, async (list) => {
      const ids = list.map((each, place) => (each.type === "tool_use" ? { ...each, id: `c${place}` } : each));
      const blocks = [...ids, thinking("last"), toolUse("t1")];
      const { messages } = await secondBody(anthropicCodec, "claude-opus-5-5", claudeStream(blocks));
      expect(messages).toMatchObject([{ role: "user" }, { role: "assistant", content: blocks }, { role: "user" }]);
    }),
    { numRuns: 50 },
  );
});

test("the Responses API gets its items back in their order", async () => {
  const reasoning = (id: string) => ({ type: "reasoning", id, summary: [], encrypted_content: `e-${id}` });
  const call = { type: "function_call", call_id: "c1", name: "tide", arguments: "" };
  const body = await secondBody(openAIResponses({ path: "v1/responses" }), "gpt-6-sol", [
    { type: "response.output_item.done", output_index: 0, item: reasoning("r1") },
    { type: "response.output_text.delta", output_index: 1, delta: "Looking." },
    { type: "response.output_item.done", output_index: 2, item: reasoning("r2") },
    { type: "response.output_item.added", output_index: 3, item: call },
    { type: "response.function_call_arguments.delta", output_index: 3, delta: '{"at":1}' },
    { type: "response.completed", response: { status: "completed" } },
  ]);
  expect(body.input).toEqual([
    { role: "user", content: [{ type: "input_text", text: "Tides?" }] },
    reasoning("r1"),
    { role: "assistant", content: "Looking." },
    reasoning("r2"),
    { ...call, arguments: '{"at":1}' },
    { type: "function_call_output", call_id: "c1", output: "06:12" },
  ]);
});

test("Gemini gets each signature back on its own part", async () => {
  const parts = [
    { text: "Looking.", thoughtSignature: "s1" },
    { functionCall: { id: "c1", name: "tide", args: { at: 1 } }, thoughtSignature: "s2" },
    { text: "And again.", thoughtSignature: "s3" },
    { functionCall: { id: "c2", name: "tide", args: {} } },
  ];
  const stream = parts.map((part) => ({ candidates: [{ content: { role: "model", parts: [part] } }] }));
  const body = await secondBody(googleCodec, "gemini-3.8-flash", [
    ...stream,
    { candidates: [{ finishReason: "STOP" }] },
  ]);
  expect(body.contents).toMatchObject([{ role: "user" }, { role: "model", parts }, { role: "user" }]);
});

test("OpenRouter gets the details of reasoning back, joined, and signatures of calls", async () => {
  const detail = { type: "reasoning.text", format: "anthropic-claude-v1", index: 0 };
  const encrypted = { type: "reasoning.encrypted", data: "e==", id: "c1", format: "google-gemini-v1", index: 1 };
  const extra_content = { google: { thought_signature: "sig==" } };
  const call = { id: "c1", type: "function", function: { name: "tide", arguments: '{"at":1}' }, extra_content };
  const deltas = [
    { reasoning: "Look ", reasoning_details: [{ ...detail, text: "Look ", signature: null }] },
    { reasoning: "it up.", reasoning_details: [{ ...detail, text: "it up." }] },
    { reasoning_details: [{ ...detail, signature: "s==" }, encrypted] },
    { content: "Looking.", tool_calls: [{ index: 0, ...call }] },
  ];
  const stream = deltas.map((delta) => ({ choices: [{ delta }] }));
  const codec = openAICompatible({ path: "v1/chat/completions" });
  const body = await secondBody(codec, "google/gemini-3.8-flash", stream);
  expect(body.messages).toEqual([
    { role: "user", content: "Tides?" },
    {
      role: "assistant",
      content: "Looking.",
      reasoning_details: [{ ...detail, text: "Look it up.", signature: "s==" }, encrypted],
      tool_calls: [call],
    },
    { role: "tool", tool_call_id: "c1", name: "tide", content: "06:12" },
  ]);
});

test("the Responses API gets each of its messages back with its phase", async () => {
  const message = (phase: string) => ({ type: "message", phase, content: [] });
  const call = { type: "function_call", call_id: "c1", name: "tide", arguments: "" };
  const body = await secondBody(openAIResponses({ path: "v1/responses" }), "gpt-6-sol", [
    { type: "response.output_item.added", output_index: 0, item: message("commentary") },
    { type: "response.output_text.delta", output_index: 0, delta: "I looked." },
    { type: "response.output_item.done", output_index: 0, item: message("commentary") },
    { type: "response.output_item.added", output_index: 1, item: message("final_answer") },
    { type: "response.output_text.delta", output_index: 1, delta: "It is high." },
    { type: "response.output_item.done", output_index: 1, item: message("final_answer") },
    { type: "response.output_item.added", output_index: 2, item: call },
    { type: "response.completed", response: { status: "completed" } },
  ]);
  const sent = (phase: string, text: string) => ({
    role: "assistant",
    phase,
    content: text,
  });
  expect(body.input).toEqual([
    { role: "user", content: [{ type: "input_text", text: "Tides?" }] },
    sent("commentary", "I looked."),
    sent("final_answer", "It is high."),
    { ...call, arguments: "{}" },
    { type: "function_call_output", call_id: "c1", output: "06:12" },
  ]);
});
