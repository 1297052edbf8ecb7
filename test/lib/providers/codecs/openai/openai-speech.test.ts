import { openai } from "@/lib/providers/openai";

test("requests speech as MP3, with the voice and the speed", async () => {
  const speech = await openai.speech?.();
  const asked = { model: "tts-1", input: "Hello.", voice: "alloy", speed: 1.25 };
  const call = speech?.buildRequest(asked, {
    baseUrl: "https://api.openai.com",
    headers: { Authorization: "Bearer k" },
  });
  expect(call).toEqual({
    method: "POST",
    url: "https://api.openai.com/v1/audio/speech",
    headers: { Authorization: "Bearer k", "Content-Type": "application/json", Accept: "audio/mpeg" },
    body: JSON.stringify({ model: "tts-1", input: "Hello.", voice: "alloy", response_format: "mp3", speed: 1.25 }),
  });
});
