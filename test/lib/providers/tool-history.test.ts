import type { Message } from "@/lib/chat/message";
import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import { messagesToSend } from "@/lib/chat/tool-history";
import { ollamaNative } from "@/lib/providers/codecs/ollama-native";
import { tencentNative } from "@/lib/providers/codecs/tencent-native";
import type { ChatCodec, Provider } from "@/lib/providers/provider";
import { providerById, providers } from "@/lib/providers/registry";

const tools = [{ name: "tide", description: "Tide times", parameters: { type: "object" } }];
const call = { id: "search:0", name: "tide", argumentsText: '{"place":"Port Amber"}', result: "06:12" };

/** The messages of a chat with one finished turn that used a tool, and its next question. */
function messages(model: string, signature?: string): ModelMessage[] {
  const tool = { ...call, ...(signature !== undefined && { signature }) };
  const chat: Message[] = [
    { id: "a", role: "user", content: "Tide?", date: 0 },
    {
      ...{ id: "b", role: "assistant", content: "06:12.", date: 0, reasoning: "Hm." },
      ...{ model, providerName: "P", tools: [tool] },
    },
    { id: "c", role: "user", content: "And then?", date: 0 },
  ];
  return chat.flatMap((message) => messagesToSend(message, { model, providerName: "P" }));
}

function bodyFrom(codec: ChatCodec, model: string, signature?: string): Record<string, unknown> {
  const request: ChatRequest = { model, messages: messages(model, signature), stream: true, tools };
  const connection = { baseUrl: "https://provider.test", headers: {} };
  return JSON.parse(String(codec.buildRequest(request, connection).body));
}

async function codecOf(id: string, model: string): Promise<ChatCodec> {
  const provider = providerById(id);
  if (!provider) throw new Error(`There is no provider ${id}.`);
  return provider.chat(model);
}

const id = "1s3vbad00";
const args = { place: "Port Amber" };
const asChat = [
  { role: "user", content: "Tide?" },
  {
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name: "tide", arguments: '{"place":"Port Amber"}' } }],
  },
  { role: "tool", tool_call_id: id, name: "tide", content: "06:12" },
  { role: "assistant", content: "06:12." },
  { role: "user", content: "And then?" },
];
const asText = [
  { role: "user", content: "Tide?" },
  {
    role: "assistant",
    content: '[The tool tide was called with {"place":"Port Amber"}. Its result:]\n```\n06:12\n```\n\n06:12.',
  },
  { role: "user", content: "And then?" },
];

const withoutNames = asChat.map(({ name, ...message }: Record<string, unknown>) => message);

describe("the tool calls of finished turns", () => {
  test.each([
    ["openai", "gpt-4o", asChat],
    ["mistral", "mistral-medium-latest", asChat],
    ["llamacpp", "local", asChat],
    ["openrouter", "anthropic/claude-opus-5.5", asChat],
    ["xai", "grok-4.6", asChat],
    ["deepseek", "deepseek-flash", asText],
    ["moonshot", "kimi-k3", asText],
    ["openrouter", "google/gemini-3.8-flash", asText],
  ])("are sent to %s with %s in its form", async (provider, model, expected) => {
    const { messages: sent } = bodyFrom(await codecOf(provider, model), model);
    expect([expected, expected === asChat ? withoutNames : expected]).toContainEqual(sent);
  });

  test("are items of OpenAI's Responses", async () => {
    const model = "gpt-6-sol";
    expect(bodyFrom(await codecOf("openai", model), model).input).toEqual([
      { role: "user", content: [{ type: "input_text", text: "Tide?" }] },
      { type: "function_call", call_id: id, name: "tide", arguments: '{"place":"Port Amber"}' },
      { type: "function_call_output", call_id: id, output: "06:12" },
      { role: "assistant", content: "06:12." },
      { role: "user", content: [{ type: "input_text", text: "And then?" }] },
    ]);
  });

  test("are items with the phases of the model's messages", async () => {
    const model = "gpt-6-sol";
    const phases = [{ start: 0, phase: "final_answer" }];
    const message: Message = {
      id: "b",
      role: "assistant",
      content: "06:12.",
      date: 0,
      model,
      providerName: "P",
      phases,
    };
    const codec = await codecOf("openai", model);
    const request = { model, messages: messagesToSend(message, { model, providerName: "P" }), stream: true, tools };
    const { body } = codec.buildRequest(request, { baseUrl: "https://provider.test", headers: {} });
    expect(JSON.parse(String(body)).input).toEqual([{ role: "assistant", phase: "final_answer", content: "06:12." }]);
  });

  test("are blocks of Anthropic, without thinking", async () => {
    const model = "claude-opus-5-5";
    expect(bodyFrom(await codecOf("anthropic", model), model).messages).toEqual([
      { role: "user", content: "Tide?" },
      { role: "assistant", content: [{ type: "tool_use", id, name: "tide", input: args }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "06:12" }] },
      { role: "assistant", content: "06:12." },
      { role: "user", content: "And then?" },
    ]);
  });

  test.each([
    ["with Google's value for an unknown signature", "gemini-3.8-flash", undefined, "skip_thought_signature_validator"],
    ["with the signature of the same model", "gemini-3.8-flash", "sig", "sig"],
    ["without a signature for older models", "gemini-2.5-flash", undefined, undefined],
  ])("are parts of Gemini %s", async (_name, model, signature, expected) => {
    expect(bodyFrom(await codecOf("google", model), model, signature).contents).toEqual([
      { role: "user", parts: [{ text: "Tide?" }] },
      {
        role: "model",
        parts: [{ functionCall: { id, name: "tide", args }, ...(expected && { thoughtSignature: expected }) }],
      },
      {
        role: "user",
        parts: [{ functionResponse: { id, name: "tide", response: { name: "tide", content: "06:12" } } }],
      },
      { role: "model", parts: [{ text: "06:12." }] },
      { role: "user", parts: [{ text: "And then?" }] },
    ]);
  });

  test("are messages of Ollama's own API", () => {
    expect(bodyFrom(ollamaNative, "qwen3.6:27b").messages).toEqual([
      { role: "user", content: "Tide?" },
      { role: "assistant", content: "", tool_calls: [{ function: { name: "tide", arguments: args } }] },
      { role: "tool", tool_name: "tide", content: "06:12" },
      { role: "assistant", content: "06:12." },
      { role: "user", content: "And then?" },
    ]);
  });

  test("are messages of Tencent's own API", () => {
    const ToolCalls = [{ Id: id, Type: "function", Function: { Name: "tide", Arguments: '{"place":"Port Amber"}' } }];
    expect(bodyFrom(tencentNative, "hunyuan-lite").Messages).toEqual([
      { Role: "user", Content: "Tide?" },
      { Role: "assistant", Content: "", ToolCalls },
      { Role: "tool", ToolCallId: id, Content: "06:12" },
      { Role: "assistant", Content: "06:12." },
      { Role: "user", Content: "And then?" },
    ]);
  });

  const all = Object.values<Provider>(providers).flatMap(({ id: provider, models }) =>
    models.slice(0, 1).map((model) => [provider, model] as const),
  );
  test.each(all)("are accepted by the codec of %s, %s", async (provider, model) => {
    const body = JSON.stringify(bodyFrom(await codecOf(provider, model), model));
    expect(body).toContain("And then?");
  });
});
