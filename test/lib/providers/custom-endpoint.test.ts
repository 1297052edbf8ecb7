import type { ChatRequest } from "@/lib/chat/request";
import { customEndpoint } from "@/lib/providers/custom-endpoint";

const connection = { baseUrl: "https://gateway.test", headers: { Authorization: "Bearer k" } };
const server = customEndpoint({ id: "custom-1", name: "Gate", boundName: "custom-1", models: [] });

const request: Omit<ChatRequest, "model"> = {
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Tide?" },
  ],
  stream: true,
  temperature: 0.5,
  topP: 1,
  presencePenalty: 0,
  frequencyPenalty: 0,
  maxOutputTokens: 4000,
};
const unsampled = { messages: request.messages, stream: true, stream_options: { include_usage: true } };
const penalties = { presence_penalty: 0, frequency_penalty: 0 };
const limited = { ...unsampled, max_completion_tokens: 4000 };
const chats = "https://gateway.test/v1/chat/completions";
const images = "https://gateway.test/v1/images/generations";

test.each([
  ["gpt-5", chats, limited],
  ["openai/gpt-6.1-sol", chats, limited],
  ["azure/o3", chats, limited],
  ["anthropic/claude-opus-5-5", chats, unsampled],
  ["llama3.2:3b", chats, { ...unsampled, ...penalties, temperature: 0.5, top_p: 1 }],
  ["gpt-4o", chats, { ...unsampled, ...penalties, temperature: 0.5, top_p: 1 }],
  ["gpt-image-2", images, { prompt: "Tide?", n: 1, size: "1024x1024", quality: "auto" }],
  [
    "openai/dall-e-3",
    images,
    { prompt: "Tide?", n: 1, size: "1024x1024", quality: "standard", style: "vivid", response_format: "b64_json" },
  ],
])("a server of the user gets the request that %s accepts", async (model, url, body) => {
  const call = (await server.chat(model)).buildRequest({ ...request, model }, connection);
  expect([call.url, JSON.parse(call.body ?? "")]).toEqual([url, { model, ...body }]);
});
