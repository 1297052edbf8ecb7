import fc from "fast-check";
import {
  azureRealtime,
  openAIRealtime,
  readRealtimeEvent,
  readSecret,
  saidBefore,
  secretRequest,
  sessionUpdate,
  voiceUpdate,
} from "@/lib/providers/codecs/realtime";
import { realtimeModel } from "@/lib/providers/codecs/realtime-model";

test.each([
  ["gpt-4o-realtime-preview-2024-10-01", "gpt-realtime-2.1"],
  ["gpt-4o-mini-realtime-preview", "gpt-realtime-2.1-mini"],
  ["gpt-realtime-2.1", "gpt-realtime-2.1"],
  ["my-own", "my-own"],
])("for the model setting %p, %p is used", (model, asked) => {
  expect(realtimeModel(model)).toBe(asked);
});

test.each([
  ["https://api.openai.com", "wss://api.openai.com/v1/realtime?model=gpt-realtime-2.1"],
  ["https://gw.example/v1/", "wss://gw.example/v1/realtime?model=gpt-realtime-2.1"],
  ["http://127.0.0.1:9/openai", "ws://127.0.0.1:9/openai/v1/realtime?model=gpt-realtime-2.1"],
])("at %p, OpenAI is called at %p, and the key is in no URL", (base, url) => {
  expect(openAIRealtime(base, "gpt-realtime-2.1", "sk-1")).toEqual({
    url,
    protocols: ["realtime", "openai-insecure-api-key.sk-1"],
  });
});

test("changes only the voice", () => {
  expect(voiceUpdate("marin")).toEqual({
    type: "session.update",
    session: { type: "realtime", audio: { output: { voice: "marin" } } },
  });
});

test("Azure is called by the name of the deployment", () => {
  expect(azureRealtime("https://tide.openai.azure.com/", "voice 1", "az&1")).toEqual({
    url: "wss://tide.openai.azure.com/openai/v1/realtime?model=voice+1&api-key=az%261",
    protocols: ["realtime"],
  });
});

test("a conversation uses audio, with transcription, and without tools", () => {
  const format = { type: "audio/pcm", rate: 24_000 };
  expect(sessionUpdate({ voice: "alloy", instructions: "Be calm." })).toEqual({
    type: "session.update",
    session: {
      type: "realtime",
      instructions: "Be calm.",
      output_modalities: ["audio"],
      audio: {
        input: {
          format,
          transcription: { model: "whisper-1" },
          turn_detection: { type: "server_vad", create_response: true, interrupt_response: true },
        },
        output: { format, voice: "alloy" },
      },
      tools: [],
    },
  });
});

test("sends earlier messages in the format of their role", () => {
  expect([saidBefore("user", "Why?"), saidBefore("assistant", "Because.")]).toEqual([
    {
      type: "conversation.item.create",
      item: { type: "message", role: "user", content: [{ type: "input_text", text: "Why?" }] },
    },
    {
      type: "conversation.item.create",
      item: { type: "message", role: "assistant", content: [{ type: "output_text", text: "Because." }] },
    },
  ]);
});

test("requests a short-lived key with the conversation's settings, and reads it from the response", () => {
  expect(secretRequest("gpt-realtime-2.1", "marin")).toEqual({
    expires_after: { anchor: "created_at", seconds: 600 },
    session: { type: "realtime", model: "gpt-realtime-2.1", audio: { output: { voice: "marin" } } },
  });
  expect(readSecret('{"value":"ek_1","expires_at":1}')).toBe("ek_1");
  for (const body of ["", "[]", '{"value":7}', '{"value":""}']) expect(readSecret(body)).toBeUndefined();
});

test.each([
  [{ type: "session.created" }, { type: "ready" }],
  [
    { type: "input_audio_buffer.speech_started", item_id: "i", audio_start_ms: 7 },
    { type: "user-starts", itemId: "i", atMs: 7 },
  ],
  [
    { type: "input_audio_buffer.speech_stopped", item_id: "i", audio_end_ms: "x" },
    { type: "user-ends", itemId: "i", atMs: 0 },
  ],
  [
    { type: "input_audio_buffer.committed", item_id: "i" },
    { type: "user-said", itemId: "i" },
  ],
  [
    { type: "conversation.item.input_audio_transcription.delta", item_id: "i", delta: "W" },
    { type: "user-text", itemId: "i", text: "W", isWhole: false },
  ],
  [
    { type: "conversation.item.input_audio_transcription.completed", item_id: "i", transcript: "Why?" },
    { type: "user-text", itemId: "i", text: "Why?", isWhole: true },
  ],
  [
    { type: "conversation.item.input_audio_transcription.failed", item_id: "i" },
    { type: "user-text", itemId: "i", text: "", isWhole: true },
  ],
  [{ type: "response.created" }, { type: "reply-starts" }],
  [
    { type: "response.output_audio_transcript.delta", item_id: "i", delta: "B" },
    { type: "reply-text", itemId: "i", text: "B" },
  ],
  [
    { type: "response.audio_transcript.delta", item_id: "i", delta: "B" },
    { type: "reply-text", itemId: "i", text: "B" },
  ],
  [
    { type: "response.output_audio.delta", item_id: "i", delta: "AAA=" },
    { type: "reply-sound", itemId: "i", base64: "AAA=" },
  ],
  [
    { type: "response.done", response: { status: "completed" } },
    { type: "reply-ends", isWhole: true },
  ],
  [
    { type: "response.done", response: { status: "cancelled" } },
    { type: "reply-ends", isWhole: false },
  ],
  [
    { type: "response.done", response: { status: "failed", status_details: { error: { message: "No." } } } },
    { type: "reply-fails", message: "No." },
  ],
  [
    {
      type: "response.done",
      response: {
        status: "completed",
        output: [{ id: "i", type: "message" }],
        usage: {
          total_tokens: 1800,
          input_tokens: 1500,
          output_tokens: 300,
          input_token_details: {
            text_tokens: 500,
            audio_tokens: 1000,
            image_tokens: 0,
            cached_tokens: 500,
            cached_tokens_details: { text_tokens: 100, audio_tokens: 400, image_tokens: 0 },
          },
          output_token_details: { text_tokens: 50, audio_tokens: 250 },
        },
      },
    },
    {
      type: "reply-ends",
      isWhole: true,
      itemId: "i",
      usage: {
        inputTokens: 1500,
        outputTokens: 300,
        cachedInputTokens: 500,
        inputAudioTokens: 600,
        outputAudioTokens: 250,
      },
    },
  ],
  [
    { type: "response.done", response: { status: "cancelled", output: "none", usage: { input_tokens: "many" } } },
    { type: "reply-ends", isWhole: false, usage: {} },
  ],
  [
    { type: "error", error: { code: "bad", message: "No." } },
    { type: "error", code: "bad", message: "No." },
  ],
  [{ type: "output_audio_buffer.started" }, { type: "sound-starts" }],
  [{ type: "output_audio_buffer.cleared" }, { type: "sound-ends" }],
  [{ type: "rate_limits.updated" }, undefined],
])("parses the event %j as %j", (event, meaning) => {
  expect(readRealtimeEvent(JSON.stringify(event))).toEqual(meaning);
});

test("parsing never throws", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (data) => {
      expect(() => readRealtimeEvent(data)).not.toThrow();
    }),
  );
});
