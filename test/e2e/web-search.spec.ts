import { bodyOf, startUpstream } from "../support/local-upstream";
import { axeFindings } from "./support/axe";
import {
  chooseModel,
  expect,
  messages,
  needsServer,
  newChat,
  replyEnded,
  send,
  serverKey,
  test,
} from "./support/fixtures";

/** A gateway that searches if it is asked to, and cites two pages. */
async function startGateway() {
  const bodies: Record<string, unknown>[] = [];
  const upstream = await startUpstream(async (request, response) => {
    if (request.method !== "POST") return void response.end('{"data":[]}');
    const body: Record<string, unknown> = JSON.parse(await bodyOf(request));
    bodies.push(body);
    const page = (url: string, title: string) => ({
      type: "url_citation",
      url_citation: { url, title, content: title },
    });
    const annotations = body.tools
      ? [page("https://tides.example/amber", "Tides at Port Amber"), page("javascript:alert(1)", "Bad")]
      : [];
    response.setHeader("content-type", "text/event-stream");
    const chunk = (delta: object, finish_reason: string | null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    response.write(chunk({ role: "assistant", content: "High water is at 06:12." }, null));
    response.end(`${chunk({ annotations }, null)}${chunk({}, "stop")}data: [DONE]\n\n`);
  });
  return { ...upstream, bodies };
}

test("a chat searches the web with its provider, and shows the pages", needsServer, async ({ page, withApp }) => {
  const gateway = await startGateway();
  const settings = { OPENROUTER_API_KEY: serverKey, OPENROUTER_URL: gateway.url, OPENAI_API_KEY: serverKey };
  // Colors are checked: none may be in transition.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await withApp(settings, async (app) => {
    await page.goto(app.url);
    await newChat(page);
    await chooseModel(page, "OpenRouter", "openai/gpt-6-luna");
    const search = page.getByRole("button", { name: "Search the web" });
    await expect(search).toHaveAttribute("aria-pressed", "false");
    await search.click();
    await expect(search).toHaveAttribute("aria-pressed", "true");
    await send(page, "When is high water?");
    await replyEnded(page);
    const sources = messages(page).last().getByRole("region", { name: "Sources" });
    await expect(sources.getByRole("listitem")).toHaveCount(1);
    await expect(sources.getByRole("link", { name: "Tides at Port Amber" })).toHaveAttribute(
      "href",
      "https://tides.example/amber",
    );
    await expect(sources).toContainText("tides.example");
    expect(gateway.bodies.find(({ stream }) => stream)?.tools).toEqual([{ type: "openrouter:web_search" }]);
    await page.reload();
    await expect(sources.getByRole("listitem")).toHaveCount(1);
    expect(await axeFindings(page)).toEqual([]);

    await search.click();
    await send(page, "And low water?");
    await replyEnded(page);
    await expect(messages(page).last().getByRole("region", { name: "Sources" })).toHaveCount(0);
    expect(gateway.bodies.filter(({ stream }) => stream).at(-1)?.tools).toBeUndefined();
  });
  await gateway.close();
});

test("a reply says if its model cannot search", needsServer, async ({ page, app }) => {
  await page.goto(app.url);
  await newChat(page);
  await chooseModel(page, "OpenAI", "gpt-3.5-turbo");
  await page.getByRole("button", { name: "Search the web" }).click();
  await send(page, "Hello");
  await replyEnded(page);
  await expect(messages(page).last()).toContainText("Web search: this model doesn’t offer it.");
});

test(
  "a model without a search uses the site's search engine, after permission",
  needsServer,
  async ({ page, withApp, provider }) => {
    const engine = await startUpstream((_request, response) => {
      const result = {
        url: "https://tides.example/amber",
        title: "Tides at Port Amber",
        content: "High water at 06:12.",
      };
      const bad = { url: "javascript:alert(1)", title: "Bad", content: "" };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ results: [result, bad] }));
    });
    const settings = {
      OPENAI_API_KEY: serverKey,
      BASE_URL: provider.url,
      SEARCH_ENGINE: "searxng",
      SEARCH_URL: engine.url,
    };
    await page.emulateMedia({ reducedMotion: "reduce" });
    await withApp(settings, async (app) => {
      await page.goto(app.url);
      await newChat(page);
      await chooseModel(page, "OpenAI", "gpt-3.5-turbo");
      await page.getByRole("button", { name: "Search the web" }).click();
      await send(page, 'calls search_web {"query":"high water Port Amber"}');
      await page.getByRole("button", { name: "Allow once" }).click();
      await replyEnded(page);
      const sources = messages(page).last().getByRole("region", { name: "Sources" });
      await expect(sources.getByRole("link", { name: "Tides at Port Amber" })).toHaveAttribute(
        "href",
        "https://tides.example/amber",
      );
      await expect(sources.getByRole("listitem")).toHaveCount(1);
      expect(engine.arrived.map(({ url }) => url)).toEqual(["/search?q=high+water+Port+Amber&format=json"]);
      expect(await axeFindings(page)).toEqual([]);
    });
    await engine.close();
  },
);
