import { readFileSync } from "node:fs";
import { bodyOf, type LocalUpstream, startUpstream } from "../support/local-upstream";
import { type AppServer, startApp } from "./support/app-server";
import {
  test as base,
  chooseModel,
  everywhere,
  expect,
  messages,
  needsServer,
  newChat,
  replyEnded,
  send,
} from "./support/fixtures";

/** How one provider is asked, and what it answers: a recording. */
interface Case {
  readonly name: string;
  readonly model: string;
  /** How the provider is asked, as the relay must send it. */
  readonly path: string;
  readonly header: readonly [name: string, value: string | RegExp];
  readonly recording: string;
  readonly text: string;
}

const key = (id: string) => `sk-${id}-0123456789`;
const bearer = (id: string): readonly [string, string] => ["authorization", `Bearer ${key(id)}`];

const cases: readonly Case[] = [
  {
    name: "OpenAI",
    model: "gpt-4o-mini",
    path: "/v1/chat/completions",
    header: bearer("openai"),
    recording: "openai/text.sse",
    text: "two highs and two lows",
  },
  {
    name: "Azure",
    model: "gpt-4o-mini",
    path: "/openai/deployments/gpt-4o-mini/chat/completions?api-version=2024-10-21",
    header: ["api-key", key("azure")],
    recording: "azure/text.sse",
    text: "three boats, one buoy",
  },
  {
    name: "Google",
    model: "gemini-2.5-pro",
    path: "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
    header: ["x-goog-api-key", key("google")],
    recording: "google/text.sse",
    text: "Neap tides come a week after",
  },
  {
    name: "Anthropic",
    model: "claude-sonnet-5-5",
    path: "/v1/messages",
    header: ["x-api-key", key("anthropic")],
    recording: "anthropic/text.sse",
    text: "A spring tide follows",
  },
  {
    name: "Baidu",
    model: "ernie-4.0-8k",
    path: "/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro?access_token=made-token",
    header: ["content-type", "application/json"],
    recording: "baidu/legacy-text.sse",
    text: "涨潮大约在早上六点",
  },
  {
    name: "ByteDance",
    model: "Doubao-pro-32k",
    path: "/api/v3/chat/completions",
    header: bearer("bytedance"),
    recording: "bytedance/reasoning.sse",
    text: "大约两小时",
  },
  {
    name: "Alibaba",
    model: "qwen-plus",
    path: "/v1/services/aigc/text-generation/generation",
    header: bearer("alibaba"),
    recording: "alibaba/text.sse",
    text: "潮汐由月球引力引起",
  },
  {
    name: "Tencent",
    model: "hunyuan-pro",
    path: "/",
    header: ["authorization", /^TC3-HMAC-SHA256 Credential=id-tencent\/\d{4}-\d\d-\d\d\/hunyuan\/tc3_request, Signed/],
    recording: "tencent/text.sse",
    text: "退潮时可以走到灯塔",
  },
  {
    name: "Moonshot",
    model: "moonshot-v1-8k",
    path: "/v1/chat/completions",
    header: bearer("moonshot"),
    recording: "moonshot/text.sse",
    text: "strongest at syzygy",
  },
  {
    name: "iFLYTEK",
    model: "generalv3.5",
    path: "/v1/chat/completions",
    header: ["authorization", "Bearer key-iflytek:secret-iflytek"],
    recording: "iflytek/text.sse",
    text: "飞鸟与潮水同行",
  },
  {
    name: "xAI",
    model: "grok-4",
    path: "/v1/chat/completions",
    header: bearer("xai"),
    recording: "xai/reasoning.sse",
    text: "Three boats.",
  },
  {
    name: "ChatGLM",
    model: "glm-4-plus",
    path: "/api/paas/v4/chat/completions",
    header: bearer("chatglm"),
    recording: "chatglm/reasoning.sse",
    text: "答案是两次",
  },
  {
    name: "DeepSeek",
    model: "deepseek-chat",
    path: "/chat/completions",
    header: bearer("deepseek"),
    recording: "deepseek/reasoning.sse",
    text: "Seven buoys.",
  },
  {
    name: "SiliconFlow",
    model: "deepseek-ai/DeepSeek-V3",
    path: "/v1/chat/completions",
    header: bearer("siliconflow"),
    recording: "siliconflow/reasoning.sse",
    text: "可以出海",
  },
  {
    name: "302.AI",
    model: "llama3.3-70b",
    path: "/v1/chat/completions",
    header: bearer("ai302"),
    recording: "302ai/text.sse",
    text: "Gateway says hello.",
  },
];

const settingsOf = (url: string): Record<string, string> => ({
  OPENAI_API_KEY: key("openai"),
  BASE_URL: `${url}/openai-host`,
  AZURE_API_KEY: key("azure"),
  AZURE_URL: `${url}/azure-host/openai`,
  AZURE_API_VERSION: "2024-10-21",
  GOOGLE_API_KEY: key("google"),
  GOOGLE_URL: `${url}/google-host`,
  ANTHROPIC_API_KEY: key("anthropic"),
  ANTHROPIC_URL: `${url}/anthropic-host`,
  BAIDU_API_KEY: "key-baidu",
  BAIDU_SECRET_KEY: "secret-baidu",
  BAIDU_URL: `${url}/baidu-host`,
  BYTEDANCE_API_KEY: key("bytedance"),
  BYTEDANCE_URL: `${url}/bytedance-host`,
  ALIBABA_API_KEY: key("alibaba"),
  ALIBABA_URL: `${url}/alibaba-host`,
  TENCENT_SECRET_ID: "id-tencent",
  TENCENT_SECRET_KEY: "secret-tencent",
  TENCENT_URL: `${url}/tencent-host`,
  MOONSHOT_API_KEY: key("moonshot"),
  MOONSHOT_URL: `${url}/moonshot-host`,
  IFLYTEK_API_KEY: "key-iflytek",
  IFLYTEK_API_SECRET: "secret-iflytek",
  IFLYTEK_URL: `${url}/iflytek-host`,
  XAI_API_KEY: key("xai"),
  XAI_URL: `${url}/xai-host`,
  CHATGLM_API_KEY: key("chatglm"),
  CHATGLM_URL: `${url}/chatglm-host`,
  DEEPSEEK_API_KEY: key("deepseek"),
  DEEPSEEK_URL: `${url}/deepseek-host`,
  SILICONFLOW_API_KEY: key("siliconflow"),
  SILICONFLOW_URL: `${url}/siliconflow-host`,
  AI302_API_KEY: key("ai302"),
  AI302_URL: `${url}/ai302-host`,
});

/** What arrived of the last call to each provider. */
interface Provider {
  readonly upstream: LocalUpstream;
  readonly bodies: ReadonlyMap<string, string>;
}

/** Plays the recording that belongs to the first folder of the address; Baidu's tokens are made on the way. */
async function startProviders(): Promise<Provider> {
  const bodies = new Map<string, string>();
  const hosts = new Map(cases.map((each) => [each.recording.split("/")[0] ?? "", each]));
  const upstream = await startUpstream(async (request, response) => {
    const host = /^\/(\w+)-host/.exec(request.url ?? "")?.[1] ?? "";
    bodies.set(host, await bodyOf(request));
    if (request.url?.includes("/oauth/2.0/token")) {
      return void response
        .writeHead(200, { "content-type": "application/json" })
        .end('{"access_token":"made-token","expires_in":2592000}');
    }
    const found = hosts.get(host === "ai302" ? "302ai" : host);
    if (!found) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(readFileSync(`test/fixtures/streams/${found.recording}`));
  });
  return { upstream, bodies };
}

const test = base.extend<object, { all: { readonly provider: Provider; readonly server: AppServer } }>({
  all: [
    async ({ build }, use) => {
      const provider = await startProviders();
      const server = await startApp(build, settingsOf(provider.upstream.url));
      await use({ provider, server });
      await server.stop();
      await provider.upstream.close();
    },
    { scope: "worker" },
  ],
});

for (const each of cases) {
  // An address that ends with the provider is routed in another way on the edge.
  const mark = each.name === "Tencent" ? { tag: [needsServer.tag, everywhere.tag] } : needsServer;
  test(`${each.name} answers in a chat, in its own request format`, mark, async ({ page, all }) => {
    const { provider, server } = all;
    await page.goto(server.url);
    await chooseModel(page, each.name, each.model);
    await send(page, "How are the tides?");
    await expect(messages(page).nth(1)).toContainText(each.text);
    await replyEnded(page);
    const host = `/${each.name === "302.AI" ? "ai302" : each.name.toLowerCase()}-host`;
    const arrived = provider.upstream.arrived.filter(({ url }) => url.startsWith(host)).at(-1);
    expect(arrived?.url.slice(host.length) || "/").toBe(each.path);
    const [header, value] = each.header;
    if (typeof value === "string") expect(arrived?.headers[header]).toBe(value);
    else expect(arrived?.headers[header]).toMatch(value);
    // No key of another provider's, and nothing of the browser's, comes along.
    const others = cases.filter(({ name }) => name !== each.name).map(({ header: [, other] }) => other);
    const sent = JSON.stringify(arrived?.headers);
    expect(
      others.filter((other) => typeof other === "string" && other.includes("sk-") && sent.includes(other)),
    ).toEqual([]);
    expect(arrived?.headers).not.toHaveProperty("cookie");
    expect(arrived?.headers).not.toHaveProperty("origin");
    expect(provider.bodies.get(host.slice(1, -"-host".length))).toContain("How are the tides?");
    for (const secret of ["sk-", "secret-", "made-token"]) expect(server.log()).not.toContain(secret);
  });
}

test(
  "a chat continues with another provider, and each answer keeps its model's name",
  needsServer,
  async ({ page, all }) => {
    await page.goto(all.server.url);
    await newChat(page);
    await send(page, "First of all");
    await expect(messages(page).nth(1)).toContainText("two highs and two lows");
    await replyEnded(page);
    await chooseModel(page, "Anthropic", "claude-sonnet-5-5");
    await send(page, "And then");
    await expect(messages(page).nth(3)).toContainText("A spring tide follows");
    await expect(messages(page).nth(1)).toContainText("gpt-4o-mini");
    await expect(messages(page).nth(3)).toContainText("claude-sonnet-5-5");
    const body = JSON.parse(all.provider.bodies.get("anthropic") ?? "{}");
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(["user", "assistant", "user"]);
  },
);
