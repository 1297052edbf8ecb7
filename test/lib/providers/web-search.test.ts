import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import { providerByName } from "@/lib/providers/registry";
import { webSearchOf, withWebSearch } from "@/lib/providers/web-search";

const connection = { baseUrl: "https://provider.test", headers: {} };
const tool = { name: "find", description: "Finds", parameters: { type: "object", properties: {} } };

/** Returns the path and the body of a request with or without the search. */
async function callOf(place: string, model: string, request: Partial<ChatRequest> = {}) {
  const provider = providerByName(place);
  const search = webSearchOf(place, model);
  if (!provider || !search) throw new Error(`${place} has no search for ${model}.`);
  const messages: ModelMessage[] = [{ role: "user", content: "When is high water?" }];
  const codec = withWebSearch(await provider.chat(model), search);
  const { url, body = "" } = codec.buildRequest({ model, messages, stream: true, ...request }, connection);
  return { path: new URL(url).pathname, body: JSON.parse(body) as Record<string, unknown> };
}

test.each<[string, string, string, unknown]>([
  ["OpenAI", "gpt-4o-mini", "/v1/responses", [{ type: "web_search" }]],
  ["OpenAI", "gpt-5.6-sol", "/v1/responses", [{ type: "web_search" }]],
  ["OpenAI", "o3", "/v1/responses", [{ type: "web_search" }]],
  ["XAI", "grok-4.6", "/v1/responses", [{ type: "web_search" }]],
  ["Anthropic", "claude-sonnet-5", "/v1/messages", [{ type: "web_search_20250305", name: "web_search", max_uses: 5 }]],
  ["Google", "gemini-3.8-flash", "/v1beta/models/gemini-3.8-flash:streamGenerateContent", [{ googleSearch: {} }]],
  ["OpenRouter", "openai/gpt-6-luna", "/v1/chat/completions", [{ type: "openrouter:web_search" }]],
  [
    "ChatGLM",
    "glm-5.3",
    "/api/paas/v4/chat/completions",
    [{ type: "web_search", web_search: { enable: true, search_engine: "search_std", search_result: true } }],
  ],
])("%s adds the search of %s to its tools", async (place, model, path, tools) => {
  const searching = await callOf(place, model, { search: true });
  expect(searching.path).toBe(path);
  expect(searching.body.tools).toEqual(tools);
  expect((await callOf(place, model)).body.tools).toBeUndefined();
});

test("the function tools of a chat come before the search", async () => {
  const { body } = await callOf("Anthropic", "claude-sonnet-5", { search: true, tools: [tool] });
  expect(body.tools).toEqual([
    { name: "find", description: "Finds", input_schema: { type: "object", properties: {} } },
    { type: "web_search_20250305", name: "web_search", max_uses: 5 },
  ]);
});

test("chat completions of OpenAI and xAI remain without a search", async () => {
  expect((await callOf("OpenAI", "gpt-4o-mini")).path).toBe("/v1/chat/completions");
  expect((await callOf("XAI", "grok-4.6")).path).toBe("/v1/chat/completions");
});

test("Alibaba has parameters for the search and its pages", async () => {
  const { body } = await callOf("Alibaba", "qwen-plus", { search: true });
  expect(body.parameters).toEqual({
    result_format: "message",
    incremental_output: true,
    enable_search: true,
    search_options: { enable_source: true },
  });
});

test("Kimi searches through a built-in function, without thinking where that is required", async () => {
  const echoed = webSearchOf("Moonshot", "kimi-k2.6")?.echoedTool;
  if (!echoed) throw new Error("Kimi has no tool.");
  const { body } = await callOf("Moonshot", "kimi-k2.6", { search: true, tools: [tool, echoed] });
  expect(body.tools).toEqual([
    { type: "function", function: { name: "find", description: "Finds", parameters: tool.parameters } },
    { type: "builtin_function", function: { name: "$web_search" } },
  ]);
  expect(body.thinking).toEqual({ type: "disabled" });
});

test.each([
  ["OpenAI", "gpt-3.5-turbo"],
  ["OpenAI", "gpt-4.1-nano"],
  ["OpenAI", "gpt-5-chat"],
  ["OpenAI", "dall-e-3"],
  ["Anthropic", "claude-3-opus-20240229"],
  ["Google", "gemini-1.5-pro"],
  ["Google", "gemini-3-pro-image"],
  ["Alibaba", "qwen2.5-72b-instruct"],
  ["ChatGLM", "cogview-4"],
  ["XAI", "grok-3"],
  ["DeepSeek", "deepseek-chat"],
  ["own server", "gpt-5"],
])("%s offers no search for %s", (place, model) => {
  expect(webSearchOf(place, model)).toBeUndefined();
});

test("only Gemini excludes function tools", () => {
  expect(webSearchOf("Google", "gemini-3-pro")?.excludesTools).toBe(true);
  expect(webSearchOf("Anthropic", "claude-sonnet-5")?.excludesTools).toBeUndefined();
});

test("a paused reply of Claude goes back as it came, with its searches", async () => {
  const block = { type: "server_tool_use", id: "s1", name: "web_search" };
  const found = { type: "web_search_tool_result", tool_use_id: "s1", content: [] };
  const { body } = await callOf("Anthropic", "claude-opus-5.5", {
    search: true,
    messages: [
      { role: "user", content: "When is high water?" },
      {
        role: "assistant",
        content: "Let me look.",
        toolCalls: [],
        parts: [
          { type: "text", text: "Let me look." },
          {
            type: "replay",
            item: { kind: "anthropic.server_tool", json: JSON.stringify(block), input: '{"query":"tides"}' },
          },
          { type: "replay", item: { kind: "anthropic.server_tool", json: JSON.stringify(found) } },
        ],
      },
    ],
  });
  expect(body.messages).toEqual([
    { role: "user", content: "When is high water?" },
    {
      role: "assistant",
      content: [{ type: "text", text: "Let me look." }, { ...block, input: { query: "tides" } }, found],
    },
  ]);
});
