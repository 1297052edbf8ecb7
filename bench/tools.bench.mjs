import { startApp } from "./app-server.mjs";
import { medianOf, openBrowser } from "./browser.mjs";

const operations = 500;
const runs = 5;
const sought = "operation 49";

/** Processor time of the thread, so that other programs do not affect it. */
const processorTime = { timeDomain: "threadTicks" };

/** Measures the cost of opening a plugin whose document has 500 operations, and of searching them. */
export default async function tools() {
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: "http://127.0.0.1:9" });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(app.url);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await page.evaluate((content) => {
      const plugin = { id: "large", createdAt: 1, title: "Large", version: "1", content };
      const state = { plugins: { large: plugin }, lastUpdateTime: 1 };
      localStorage.setItem("chat-next-web-plugin", JSON.stringify({ state, version: 1 }));
    }, largeDocument());
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable", processorTime);
    const openings = [];
    const keys = [];
    for (let run = 0; run < runs; run++) {
      await page.goto(`${app.url}/plugins`);
      await page.getByRole("button", { name: "Edit plugin: Large" }).waitFor();
      await page.waitForTimeout(2000);
      const before = await timeOf(devtools);
      await page.getByRole("button", { name: "Edit plugin: Large" }).click();
      await page.getByRole("region", { name: "Methods" }).getByText("operation_1", { exact: true }).waitFor();
      openings.push((await timeOf(devtools)) - before);
      keys.push(...(await search(page, devtools)));
    }
    const opening = medianOf(openings);
    keys.sort((one, other) => one - other);
    return [
      {
        name: `main thread to open a plugin of ${operations} operations`,
        unit: " ms",
        value: Math.round(opening.value),
        spread: opening.spread.map(Math.round),
        bound: 1000,
      },
      {
        name: "main thread a key of a search in them, 95 of 100",
        unit: " ms",
        value: Math.round(keys[Math.floor(keys.length * 0.95)] * 10) / 10,
        bound: 50,
      },
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

async function search(page, devtools) {
  const field = page.getByRole("searchbox", { name: "Search methods" });
  const costs = [];
  await field.focus();
  for (const sign of sought) {
    const before = await timeOf(devtools);
    await page.keyboard.press(sign === " " ? "Space" : sign);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    costs.push((await timeOf(devtools)) - before);
  }
  return costs;
}

/** Returns the main thread's work so far, in milliseconds. */
async function timeOf(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
}

/** Returns operations with parameters, bodies and recursive schemas, as large services have. */
function largeDocument() {
  const schemas = Object.fromEntries(
    Array.from({ length: 100 }, (_, number) => [
      `Thing${number}`,
      {
        type: "object",
        description: "A thing of the service, described in a sentence or two as such documents do.",
        required: ["id"],
        properties: {
          id: { type: "string" },
          name: { type: "string", description: "How people call it" },
          parent: { $ref: `#/components/schemas/Thing${number}` },
          parts: { type: "array", items: { $ref: `#/components/schemas/Thing${(number + 1) % 100}` } },
          kind: { type: "string", enum: ["one", "two", "three"] },
        },
      },
    ]),
  );
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, number) => [
      `/things/${number}/{id}`,
      {
        post: {
          operationId: `operation_${number + 1}`,
          summary: `Does operation ${number + 1} to a thing`,
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "string" } },
            { name: "fields", in: "query", schema: { type: "array", items: { type: "string" } } },
            { name: "X-Trace", in: "header", schema: { type: "string" } },
          ],
          requestBody: {
            required: true,
            content: { "application/json": { schema: { $ref: `#/components/schemas/Thing${number % 100}` } } },
          },
        },
      },
    ]),
  );
  const info = { title: "Large", version: "1" };
  const servers = [{ url: "https://things.test" }];
  return JSON.stringify({ openapi: "3.1.0", info, servers, paths, components: { schemas } }, null, 2);
}
