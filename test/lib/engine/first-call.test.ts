import type { ChatRequest } from "@/lib/chat/request";
import { firstCall, openChat, type Refusals } from "@/lib/engine/open-chat";
import { openAICompatible } from "@/lib/providers/codecs/openai/openai-compatible";
import { providers } from "@/lib/providers/registry";
import { fakeEnvironment } from "@/test/support/fake-environment";

const request: ChatRequest = {
  model: "",
  messages: [
    { role: "system", content: "Answer briefly." },
    { role: "user", content: "When is “high tide”?" },
    { role: "assistant", content: "At noon." },
    {
      role: "user",
      content: [
        { type: "text", text: "And here?" },
        { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
      ],
    },
  ],
  stream: true,
  temperature: 0.5,
  topP: 1,
  maxOutputTokens: 4000,
  tools: [{ name: "tide_at", description: "Tells the tide", parameters: { type: "object", properties: {} } }],
};

const connection = {
  baseUrl: "https://provider.test",
  headers: { authorization: "Bearer sk-0123456789" },
  options: { apiVersion: "2024-10-21" },
};

/** Stability makes images only. */
const chatProviders = Object.values(providers).filter(({ id }) => id !== "stability");

test.each(chatProviders.map(({ name, ...provider }) => [name, provider] as const))(
  "the first call to %s is the one that is sent",
  async (_name, provider) => {
    const model = provider.models[0] ?? "some-model";
    const codec = await provider.chat(model);
    const asked = { ...request, model, displayName: model };
    const env = fakeEnvironment({ responses: [new Response("{}", { status: 500 })] });
    const opening = { codec, connection, refusals: new Map() as Refusals };
    const signal = new AbortController().signal;
    for await (const _event of openChat({ ...opening, env, signal, timeoutMs: 1000 })(asked));
    const { url, ...init } = firstCall(asked, opening);
    expect(env.calls[0]).toMatchObject({ url, init });
    expect(init.body).toContain("And here?");
  },
);

test("the first call leaves out parameters that the provider has refused", () => {
  const codec = openAICompatible({ path: "v1/chat/completions" });
  const refusals: Refusals = new Map([
    ["https://provider.test some-model", new Set(["temperature", "stream"] as const)],
  ]);
  const { body } = firstCall({ ...request, model: "some-model" }, { codec, connection, refusals });
  const sent: unknown = JSON.parse(body ?? "");
  expect(sent).not.toHaveProperty("temperature");
  expect(sent).toMatchObject({ model: "some-model", top_p: 1 });
});
