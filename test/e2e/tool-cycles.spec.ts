import { LLMock } from "@copilotkit/aimock";
import { type LocalUpstream, startUpstream } from "../support/local-upstream";
import type { App } from "./support/app-server";
import {
  test as base,
  chooseModel,
  chooseTool,
  expect,
  messages,
  newChat,
  openApp,
  replyEnded,
  send,
  serverKey,
} from "./support/fixtures";
import { storageOf } from "./support/open-export";

interface Peer {
  readonly mock: LLMock;
  readonly app: App;
  readonly weather: LocalUpstream;
}

/** A provider that others wrote, which asks for a tool in the words of each interface and answers once it has a result. */
const test = base.extend<object, { peer: Peer }>({
  peer: [
    async ({ build, path }, use) => {
      const weather = await startUpstream((_request, response) => {
        response.writeHead(200, { "content-type": "application/json", "access-control-allow-origin": "*" });
        response.end('{"degrees":18}');
      });
      const mock = new LLMock({ port: 0, host: "127.0.0.1", chunkSize: 6, strict: true });
      const toolCalls = [{ name: "get_weather", arguments: '{"city":"Paris"}' }];
      mock.on({ userMessage: "weather", hasToolResult: false }, { toolCalls });
      mock.on({ userMessage: "weather", hasToolResult: true }, { content: "It is 18 degrees." });
      await mock.start();
      const app = await openApp(
        { build, path },
        {
          OPENAI_API_KEY: serverKey,
          BASE_URL: mock.url,
          ANTHROPIC_API_KEY: serverKey,
          ANTHROPIC_URL: mock.url,
          GOOGLE_API_KEY: serverKey,
          GOOGLE_URL: mock.url,
        },
      );
      await use({ mock, app, weather });
      await app.stop();
      await mock.stop();
      await weather.close();
    },
    { scope: "worker" },
  ],
  storageState: ({ peer }, use) => use(storageOf(peer.app)),
});

const cases = [
  { provider: "OpenAI", model: "gpt-4o-mini", path: "/v1/chat/completions" },
  { provider: "OpenAI", model: "gpt-5.4", path: "/v1/responses" },
  { provider: "Anthropic", model: "claude-sonnet-5-5", path: "/v1/messages" },
  { provider: "Google", model: "gemini-2.5-pro", path: "/v1beta/models/gemini-2.5-pro:streamGenerateContent" },
] as const;

for (const { provider, model, path } of cases) {
  test(`an independent server's ${path} gets its tool call executed and the result sent back (${model})`, async ({
    page,
    peer,
  }) => {
    const content = JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Weather here", version: "1" },
      servers: [{ url: peer.weather.url }],
      paths: {
        "/now": {
          get: {
            operationId: "get_weather",
            summary: "Weather in a city",
            parameters: [{ name: "city", in: "query", required: true, schema: { type: "string" } }],
          },
        },
      },
    });
    await page.goto(peer.app.url);
    await page.evaluate((document) => {
      const plugin = { id: "here", createdAt: 1, title: "Weather here", version: "1", content: document };
      localStorage.setItem(
        "chat-next-web-plugin",
        JSON.stringify({ state: { plugins: { here: plugin } }, version: 1 }),
      );
    }, content);
    await page.reload();
    await newChat(page);
    await chooseModel(page, provider, model);
    await chooseTool(page, "Weather here");
    const before = peer.mock.getRequests().length;
    await send(page, "weather, please");
    await page.getByRole("button", { name: "Allow once" }).click();
    await expect(messages(page).nth(1)).toContainText("It is 18 degrees.");
    await replyEnded(page);
    expect(peer.weather.arrived.at(-1)).toMatchObject({ method: "GET", url: "/now?city=Paris" });
    // Titles are asked for behind the user's back, without tools.
    const asked = peer.mock
      .getRequests()
      .slice(before)
      .filter(({ body }) => JSON.stringify(body).includes("get_weather"));
    expect(asked.map((each) => [each.path.split("?")[0], each.response.status])).toEqual([
      [path, 200],
      [path, 200],
    ]);
    expect(JSON.stringify(asked[1]?.body)).toContain("degrees");
  });
}
