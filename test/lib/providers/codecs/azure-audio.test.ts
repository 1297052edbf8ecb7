import { azureSpeech, azureTranscription } from "@/lib/providers/codecs/azure-audio";

const speech = { model: "voices", input: "Hello", voice: "alloy", speed: 1 };
const resource = "https://r.openai.azure.com";

test.each([
  [resource, "", "openai/deployments/voices/audio/speech?api-version=2025-04-01-preview"],
  [resource, "2023-08-01-preview", "openai/deployments/voices/audio/speech?api-version=2025-04-01-preview"],
  [resource, "2026-01-01", "openai/deployments/voices/audio/speech?api-version=2026-01-01"],
  [
    `${resource}/openai/deployments/gpt-5/`,
    "",
    "openai/deployments/voices/audio/speech?api-version=2025-04-01-preview",
  ],
  [`${resource}/openai/v1`, "", "openai/v1/audio/speech?api-version=preview"],
  [`${resource}/openai/v1`, "2023-08-01-preview", "openai/v1/audio/speech?api-version=preview"],
  [`${resource}/openai/v1`, "latest", "openai/v1/audio/speech?api-version=latest"],
])("speech at %s with the version %j is made at %s", (baseUrl, apiVersion, expected) => {
  const call = azureSpeech.buildRequest(speech, { baseUrl, headers: { "api-key": "k" }, options: { apiVersion } });
  expect(call).toMatchObject({ url: `${resource}/${expected}`, headers: { "api-key": "k", Accept: "audio/mpeg" } });
  expect(JSON.parse(call.body ?? "")).toMatchObject({ model: "voices", input: "Hello" });
});

test("a recording is sent as a form to its deployment", () => {
  const audio = new Blob(["a"], { type: "audio/webm" });
  const call = azureTranscription.buildRequest(
    { model: "ears/é", audio, language: "de" },
    { baseUrl: resource, headers: {} },
  );
  expect(call).toMatchObject({
    url: `${resource}/openai/deployments/ears%2F%C3%A9/audio/transcriptions?api-version=2025-04-01-preview`,
    form: { model: "ears/é", language: "de" },
    files: [{ name: "speech.webm" }],
  });
  expect(azureTranscription.parseResponse({ status: 200, body: '{"text":" Hi. "}' })).toEqual({ text: "Hi." });
});
