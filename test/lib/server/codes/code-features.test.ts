import { featuresOfBody } from "@/lib/server/codes/code-features";

const sorted = (body: Record<string, unknown>) => [...featuresOfBody(body)].sort();

test.each<[string, Record<string, unknown>]>([
  ["OpenAI's options", { web_search_options: {} }],
  ["xAI", { search_parameters: {} }],
  ["Alibaba", { parameters: { enable_search: true } }],
  ["Tencent", { EnableEnhancement: true }],
  ["Tencent, another field", { ForceSearchEnhancement: true }],
  ["302.AI", { "web-search": true }],
  ["302.AI, another field", { deep_search: true }],
  ["Azure", { dataSources: [{ type: "azure_search" }] }],
  ["Azure, an older spelling", { data_sources: [{}] }],
  ["Cohere", { connectors: [{ id: "web-search" }] }],
  ["Groq", { compound_custom: { tools: { enabled_tools: ["web_search"] } } }],
  ["Anthropic", { mcpServers: [{}] }],
  ["OpenRouter", { plugins: [{ id: "web" }] }],
  ["OpenAI's older tools", { functions: [{}] }],
  ["Google behind an OpenAI API", { extra_body: { google: { tools: [{ googleSearch: {} }] } } }],
  ["a fallback of LiteLLM", { fallbacks: [{ model: "gpt-4", tools: [{}] }] }],
  ["settings of Gemini", { generation_config: { "Web-Search": true } }],
])("a search or tools are recognized: %s @A2.8", (_, body) => {
  expect(sorted(body)).toEqual(["tools"]);
});

test.each<[string, Record<string, unknown>]>([
  ["settings that are off", { enable_search: false, tools: [], plugins: null, disable_search: true }],
  ["sampling", { use_beam_search: true, temperature: 1, stop: ["search"], logit_bias: { "7": 1 }, top_p: 1 }],
  ["messages", { messages: [{ tools: [{}], audio: { id: "a" }, search: true }], contents: [{ tools: [{}] }] }],
  ["a schema of OpenAI", { response_format: { json_schema: { schema: { properties: { search: {} } } } } }],
  ["a schema of the Responses API", { text: { format: { schema: { properties: { tools: {} } } } } }],
  ["a schema of Anthropic", { output_config: { format: { schema: { properties: { search: {} } } } } }],
  ["a schema of Gemini", { generationConfig: { responseSchema: { properties: { web_search: {} } } } }],
  ["a schema of Ollama", { format: { properties: { audio: { type: "string" } } } }],
  ["the metadata of a call", { metadata: { search: "yes" } }],
  ["thinking", { reasoning: { effort: "low" }, thinking: { type: "enabled" }, extra_body: { enable_thinking: true } }],
  ["options of a stream", { stream: true, stream_options: { include_usage: true }, tool_choice: "none" }],
])("an ordinary chat uses no feature: %s", (_, body) => {
  expect(sorted(body)).toEqual([]);
});

test("parameters of tools are data", () => {
  const parameters = { properties: { audio: { type: "string" }, modalities: { type: "array" } } };
  expect(sorted({ tools: [{ type: "function", name: "play", parameters }] })).toEqual(["tools"]);
});

test("images and speech are recognized at any depth @A2.8", () => {
  expect(sorted({ extra_body: { google: { image_config: { size: "1K" } } } })).toEqual(["images"]);
  expect(sorted({ session: { audio: { output: {} } } })).toEqual(["voice"]);
  expect(sorted({ generationConfig: { "response-modalities": ["AUDIO", "IMAGE"] } })).toEqual(["images", "voice"]);
});

test("a body that is too deep to check uses all features @A2.8", () => {
  const nested = (depth: number): unknown => (depth === 0 ? {} : { a: nested(depth - 1) });
  expect(sorted({ a: nested(30) })).toEqual([]);
  expect(sorted({ a: nested(40) })).toEqual(["images", "tools", "voice"]);
  const list = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`);
  expect(sorted({ a: list })).toEqual(["images", "tools", "voice"]);
});

test.each<[string, Record<string, unknown>]>([
  ["Chat Completions", { messages: [{ content: [{ type: "text" }, { type: "input_audio", input_audio: {} }] }] }],
  ["the Responses API", { input: [{ content: [{ type: "input_audio" }] }] }],
  ["vLLM", { messages: [{ content: [{ type: "audio_url" }] }] }],
  ["Gemini", { contents: [{ parts: [{ inlineData: { mimeType: "audio/wav" } }] }] }],
  ["Gemini, a file", { contents: { parts: [{ file_data: { mime_type: "audio/mp3" } }] } }],
  ["Alibaba", { input: { messages: [{ content: [{ audio: "https://example.com/a.mp3" }] }] } }],
  ["messages in another spelling", { extra_body: { Messages: [{ Content: [{ Type: "audio" }] }] } }],
])("audio in messages is speech: %s @A2.8", (_, body) => {
  expect(sorted(body)).toEqual(["voice"]);
});

test.each<[string, Record<string, unknown>]>([
  ["a reference to a spoken reply", { messages: [{ role: "assistant", audio: { id: "audio_1" } }] }],
  ["arguments of a tool", { messages: [{ content: [{ type: "tool_use", input: { type: "audio" } }] }] }],
  ["an image", { contents: [{ parts: [{ inlineData: { mimeType: "image/png" } }, { text: "audio" }] }] }],
  ["texts to embed", { input: ["audio", "input_audio"] }],
])("other parts of messages are not speech: %s", (_, body) => {
  expect(sorted(body)).toEqual([]);
});
