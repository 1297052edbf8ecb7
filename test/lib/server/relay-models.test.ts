import { bodyOf } from "../../support/local-upstream";
import { call, closeUpstreams, ok, start, statusAndBody } from "../../support/relay-calls";

afterEach(closeUpstreams);

describe("models", () => {
  const variables = { DISABLE_GPT4: "1", ACME_API_KEY: "sk-server" };

  test.each([
    ['{"session":{"model":"gpt-4"}}', 403],
    ['{"model":"acme-1","session":{"model":"gpt-4"}}', 403],
    ['{"model":"acme-1"}', 400],
    ['{"session":{"model":["gpt-4"]}}', 400],
    ["{}", 400],
  ])("rejects a request for a voice key with %j: %d", async (body, status) => {
    const { server, upstream } = await start(ok, variables);
    const path = "acme/v1/realtime/client_secrets";
    expect((await call(server, { path, body: new Blob([body]).stream() })).status).toBe(status);
    expect(upstream.arrived).toEqual([]);
  });

  test.each([
    ['{"model":"gpt-4","n":1}', 403],
    ['{"model":" GPT-4.1 "}', 403],
    ['{"model":"\uff47pt-4"}', 403],
    ['{"model":"acme-1","model":"o1-mini"}', 403],
    ['{"model":"chatgpt-4o-latest"}', 403],
    // Names for models in other places, and as servers read them that are lenient with the names of fields.
    ['{"model":"acme-1","MODEL":"gpt-4"}', 403],
    ['{"model":"acme-1","models":["acme-1","openai/gpt-4o"]}', 403],
    ['{"model":"acme-1","tools":[{"type":"image_generation","model":"gpt-4o"}]}', 403],
    ['{"model":"acme-1","fallbacks":["gpt-4"]}', 403],
    ['{"model":"acme-1","Fallbacks":[{"acme-1":["gpt-4"]}]}', 403],
    ['{"model":"acme-1","context_window_fallbacks":[{"acme-1":["gpt-4"]}]}', 403],
    ['{"model":"acme-1","fallback":"gpt-4"}', 403],
    ['{"model":"acme-1","engine":"gpt-4"}', 403],
    ['{"model":"acme-1","ENGINE_ID":"gpt-4"}', 403],
    ['{"model":"acme-1","extra_body":{"Engine":"gpt-4"}}', 403],
    ['{"model":"acme-1","deployment_id":"gpt-4"}', 403],
    ['{"model":"acme-1","deploymentId":"gpt-4"}', 403],
    ['{"model":"acme-1","Deployment":"gpt-4"}', 403],
    ['{"model":"acme-1","model_id":"gpt-4"}', 403],
    ['{"model":"acme-1","modelName":"gpt-4"}', 403],
    ['{"model":"acme-1","\uff45ngine":"gpt-4"}', 403],
    ['{"model":"acme-1","compound_custom":{"models":{"answering":"gpt-4"}}}', 403],
    ["{}", 400],
    ['{"model":["gpt-4"]}', 400],
    ["[]", 400],
    ['{"model":"acme-1"', 400],
    ["", 400],
  ])("without GPT-4, rejects the body %j with %d before anything is sent @C3.2", async (body, status) => {
    const { server, upstream } = await start(ok, variables);
    expect((await call(server, { body: new Blob([body]).stream() })).status).toBe(status);
    expect(upstream.arrived).toEqual([]);
  });

  test("sends the model that was checked, with the rest of the body @C3.1", async () => {
    const { server } = await start(async (request, response) => void response.end(await bodyOf(request)), variables);
    const body = '{"model":"gpt-4", "model":" gpt-4o-mini ","messages":[{"role":"user","content":"\u00e9"}]}';
    expect(await (await call(server, { body })).json()).toEqual({
      model: "gpt-4o-mini",
      messages: [{ role: "user", content: "\u00e9" }],
    });
  });

  test.each([
    ["settings", "plugins"],
    ["messages", "messages"],
  ])("rejects %s that are nested too deeply", async (_name, field) => {
    const { server, upstream } = await start(ok, variables);
    const body = `{"model":"acme-1","${field}":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    expect((await call(server, { body })).status).toBe(400);
    expect(upstream.arrived).toEqual([]);
  });

  test("does not treat a model that a text mentions as the requested one", async () => {
    const { server } = await start(async (request, response) => void response.end(await bodyOf(request)), variables);
    const body = {
      model: "acme-1",
      plugins: [{ id: "web", engine: "exa" }],
      provider: { allow_fallbacks: true },
      messages: [{ role: "assistant", tool_calls: [{ function: { arguments: "{}" } }], model: "gpt-4" }],
      tools: [
        { type: "function", function: { name: "x", parameters: { properties: { model: { default: "gpt-4" } } } } },
      ],
    };
    expect(await (await call(server, { body: JSON.stringify(body) })).json()).toEqual(body);
  });

  test("rejects a body that breaks off while it is read, without a line in the log", async () => {
    const { server, upstream } = await start(ok, variables);
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
    expect((await call(server, { body })).status).toBe(400);
    expect(upstream.arrived).toEqual([]);
    expect(server.lines).toEqual([]);
  });

  test("returns a provider's model list without forbidden models", async () => {
    const listed = (...ids: string[]) => ({ object: "list", data: ids.map((id) => ({ id })) });
    const list = JSON.stringify(listed("gpt-4", "gpt-4o-mini"));
    const { server } = await start((_, response) => void response.end(list), variables);
    const response = await call(server, { method: "GET", path: "acme/v1/models" });
    expect(await statusAndBody(response)).toEqual([200, listed("gpt-4o-mini")]);
  });

  test("limits the size of a body that must be parsed", async () => {
    const { server } = await start(ok, { ...variables, MAX_BODY_BYTES: "10" });
    const body = new Blob(['{"model":"acme-1"}']).stream();
    expect((await call(server, { body })).status).toBe(413);
  });

  test.each([
    ["members", (count: number) => Array.from({ length: count }, (_, index) => `"m${index}":1`).join()],
    ["lists", (count: number) => `"a":[${Array(count).fill("[]").join()}]`],
  ])("limits a body that must be parsed to 100,000 parts: %s", async (_name, partsOf) => {
    const { server, upstream } = await start(ok, { ...variables, ACME_API_KEY: "sk-server" });
    const withParts = (count: number) => `{"model":"acme-1",${partsOf(count)}}`;
    expect((await call(server, { body: withParts(40_000) })).status).toBe(200);
    expect(await statusAndBody(await call(server, { body: withParts(120_000) }))).toEqual([
      413,
      { error: { code: "too-large", message: "The request is too large." } },
    ]);
    expect(upstream.arrived).toHaveLength(1);
  });

  test("does not forward members that would set an object's prototype", async () => {
    const { server } = await start(async (request, response) => void response.end(await bodyOf(request)), variables);
    const body = '{"__proto__":{"model":"acme-1"},"constructor":{},"prototype":1,"model":"acme-1"}';
    expect(await (await call(server, { body })).text()).toBe('{"model":"acme-1"}');
  });

  test("rejects a name longer than any model's before normalizing it", async () => {
    const { server } = await start(ok, variables);
    expect((await call(server, { body: JSON.stringify({ model: "\ufdfa".repeat(501) }) })).status).toBe(400);
  });
});
