import { openAITranscription } from "@/lib/providers/codecs/openai/openai-transcription";

const connection = { baseUrl: "https://api.openai.com", headers: { Authorization: "Bearer k" } };

test.each([
  ["audio/webm;codecs=opus", "en", "speech.webm", { language: "en" }],
  ["audio/mp4", undefined, "speech.mp4", {}],
  ["audio/ogg; codecs=opus", undefined, "speech.ogg", {}],
  ["", "de", "speech.webm", { language: "de" }],
])("sends a recording of the type %j as a form", (type, language, name, fields) => {
  const audio = new Blob(["sound"], { type });
  expect(openAITranscription.buildRequest({ model: "whisper-1", audio, language }, connection)).toEqual({
    method: "POST",
    url: "https://api.openai.com/v1/audio/transcriptions",
    headers: { Authorization: "Bearer k", Accept: "application/json" },
    form: { model: "whisper-1", response_format: "json", ...fields },
    files: [{ field: "file", name, content: audio }],
  });
});

test.each([
  [200, '{"text":" The tide is late. ","usage":{"type":"tokens"}}', { text: "The tide is late." }],
  [200, '{"text":""}', { text: "" }],
  [200, '{"text":"a","usage":{"type":"duration","seconds":9}}', { text: "a", usage: { seconds: 9 } }],
  [
    200,
    '{"text":"a","usage":{"type":"tokens","input_tokens":14,"input_token_details":{"text_tokens":0,"audio_tokens":14},"output_tokens":45,"total_tokens":59}}',
    { text: "a", usage: { tokens: { inputTokens: 14, outputTokens: 45, inputAudioTokens: 14 } } },
  ],
  [
    200,
    '{"text":"a","usage":{"prompt_audio_seconds":203,"prompt_tokens":4,"total_tokens":3264,"completion_tokens":635}}',
    { text: "a", usage: { seconds: 203 } },
  ],
  [200, '{"text":"a","usage":{"seconds":"9","input_tokens":null}}', { text: "a" }],
  [200, "<html>", { kind: "protocol", code: null, message: "" }],
  [200, '{"text":7}', { kind: "protocol", code: null, message: "" }],
  [200, JSON.stringify({ text: "a".repeat(100_001) }), { text: "a".repeat(100_000) }],
])("a response with the status %d and the body %.40s", (status, body, expected) => {
  expect(openAITranscription.parseResponse({ status, body })).toEqual(expected);
});

test("an error of the service", () => {
  const body = '{"error":{"message":"Incorrect API key provided.","code":"invalid_api_key"}}';
  expect(openAITranscription.parseResponse({ status: 401, body })).toMatchObject({
    kind: "auth",
    message: "Incorrect API key provided.",
  });
});
