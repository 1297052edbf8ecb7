import { providers } from "@/lib/providers/registry";
import { emptyPlugin, type Plugin } from "@/lib/tools/plugin";
import { createAccess } from "@/store/settings/access";
import { allPlugins, createPlugins, withOwnKey } from "@/store/tools/plugins";
import { type FakeAnswer, fakeEnvironment } from "@/test/support/fake-environment";

const list = [{ id: "tides", name: "Tides", schema: "/plugins/tides.json" }];

function setUp(responses: readonly FakeAnswer[] = []) {
  const env = fakeEnvironment({ now: 7, responses });
  const store = createPlugins({ env, path: "/under" });
  return { env, act: store.getState };
}

test("fetches built-in plugins once, each with its description, below the app's base path", async () => {
  const { env, act } = setUp([Response.json(list), new Response("openapi: 3.0.0")]);
  await Promise.all([act().fetchBuiltin(), act().fetchBuiltin()]);
  await act().fetchBuiltin();
  expect(env.calls.map(({ url }) => url)).toEqual(["/under/plugins.json", "/under/plugins/tides.json"]);
  expect(act().builtin).toEqual([
    { ...emptyPlugin({ id: "tides", now: 0 }), title: "Tides", content: "openapi: 3.0.0", builtin: true },
  ]);
});

test("after a failure there are none, and the next request tries again", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  const { act } = setUp([new Response("", { status: 500 }), Response.json(list), new Response("x")]);
  await act().fetchBuiltin();
  expect(act()).toMatchObject({ builtin: [], builtinState: "failed" });
  await act().fetchBuiltin();
  expect(act()).toMatchObject({ builtin: [{ id: "tides" }], builtinState: "ready" });
  warn.mockRestore();
});

test("sorts plugins newest first, changes them in place, removes and restores them", () => {
  const { act } = setUp();
  const [old, young] = [emptyPlugin({ id: "a", now: 1 }), emptyPlugin({ id: "b", now: 2 })];
  act().put(old);
  act().put(young);
  act().put({ ...old, title: "Changed" });
  expect(act().own.map(({ id, title }) => [id, title])).toEqual([
    ["b", ""],
    ["a", "Changed"],
  ]);
  const undo = act().remove("b");
  expect(act().own.map(({ id }) => id)).toEqual(["a"]);
  undo();
  expect(act().own.map(({ id }) => id)).toEqual(["b", "a"]);
  expect(act().lastUpdateTime).toBe(7);
});

test("a built-in plugin has the app's document with the user's settings", () => {
  const builtin = { ...emptyPlugin({ id: "tides", now: 0 }), title: "Tides", content: "new", builtin: true };
  const set = { ...builtin, content: "old", authType: "bearer", authToken: "t" } as const;
  const foreign = { ...emptyPlugin({ id: "duckduckgolite", now: 3 }), builtin: true };
  expect(allPlugins({ own: [set, foreign], builtin: [builtin] })).toEqual([
    { ...foreign, builtin: false },
    { ...builtin, authType: "bearer", authToken: "t" },
  ]);
});

test("the image plugin uses the user's OpenAI key for its host, and other plugins do not", () => {
  const dalle = emptyPlugin({ id: "dalle3", now: 0 });
  const access = createAccess({ env: fakeEnvironment() });
  const keyOf = (plugin: Plugin) => {
    const { authToken, authHost } = withOwnKey(plugin, access.getState());
    return [authToken, authHost];
  };
  expect(keyOf(dalle)).toEqual(["", ""]);
  access.getState().setUseCustomConfig(true);
  access.getState().setValue(providers.openai, "apiKey", "sk-own");
  expect(keyOf(dalle)).toEqual(["sk-own", "api.openai.com"]);
  expect(keyOf({ ...dalle, authToken: "own" })).toEqual(["own", ""]);
  expect(keyOf({ ...dalle, id: "other" })).toEqual(["", ""]);
  access.getState().setValue(providers.openai, "url", "https://other.test");
  expect(keyOf(dalle)).toEqual(["", ""]);
});
