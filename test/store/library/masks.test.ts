import { createMasks } from "@/store/library/masks";
import { usualSettings } from "../../support/chat-samples";
import { type FakeAnswer, fakeEnvironment } from "../../support/fake-environment";
import { sampleMask } from "../../support/mask-samples";

function setUp({ stored, responses = [] }: { stored?: unknown; responses?: readonly FakeAnswer[] } = {}) {
  const env = fakeEnvironment({ now: 1000, responses });
  const store = createMasks({ env, path: "/under" });
  store.getState().hydrate(stored);
  const ids = () => store.getState().own.map(({ id }) => id);
  return { env, store, act: store.getState, ids };
}

test("a new mask follows the global settings and is on top", () => {
  const { act, ids } = setUp({ stored: { masks: { old: sampleMask({ id: "old", createdAt: 1 }) } } });
  expect(act().create({ modelConfig: usualSettings, lang: "ar" })).toBe("id-1");
  expect(ids()).toEqual(["id-1", "old"]);
  expect(act().own[0]).toMatchObject({ name: "", lang: "ar", syncGlobalConfig: true, builtin: false, createdAt: 1000 });
});

test("copies have new ids, are never built in, and keep their order on top", () => {
  const { act } = setUp({ stored: { masks: { old: sampleMask({ id: "old", createdAt: 1000 }) } } });
  expect(act().add([sampleMask({ id: "a", builtin: true }), sampleMask({ id: "b" })])).toEqual(["id-1", "id-2"]);
  expect(act().own.map(({ id, name, builtin }) => [id, name, builtin])).toEqual([
    ["id-1", "a", false],
    ["id-2", "b", false],
    ["old", "old", false],
  ]);
});

test("stores a deletion with its time, and undo removes it", () => {
  const { act, ids } = setUp({ stored: { masks: { a: sampleMask({ id: "a" }), b: sampleMask({ id: "b" }) } } });
  act().change("a", { name: "changed" });
  const undo = act().remove("a");
  expect([ids(), act().deleted]).toEqual([["b"], { a: 1000 }]);
  undo();
  expect([ids(), act().deleted]).toEqual([["a", "b"], {}]);
  expect(act().own[0]?.name).toBe("changed");
});

test("removing an unknown id changes nothing", () => {
  const { act } = setUp();
  act().remove("nobody")();
  expect(act()).toMatchObject({ own: [], deleted: {}, lastUpdateTime: 0 });
});

test("fetches built-in masks once, below the app's base path", async () => {
  const file = { cn: [], tw: [], en: [{ slug: "a", name: "A" }] };
  const { act, env } = setUp({ responses: [Response.json(file)] });
  await Promise.all([act().fetchBuiltin(), act().fetchBuiltin()]);
  await act().fetchBuiltin();
  expect(env.calls.map(({ url }) => url)).toEqual(["/under/masks.json"]);
  expect(act()).toMatchObject({ builtin: [{ id: "a", slug: "a" }], builtinState: "ready" });
});

test.each<[string, FakeAnswer]>([
  ["is not there", new Response("", { status: 404 })],
  ["is not JSON", new Response("<html>")],
  [
    "cannot be reached",
    () => {
      throw new TypeError("offline");
    },
  ],
])("if the file %s, there are no built-in masks, and the next request tries again", async (_name, answer) => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  const { act } = setUp({ responses: [answer, Response.json({ en: [{ slug: "a", name: "A" }] })] });
  await act().fetchBuiltin();
  expect(act()).toMatchObject({ builtin: [], builtinState: "failed" });
  expect(warn).toHaveBeenCalledTimes(1);
  await act().fetchBuiltin();
  expect(act()).toMatchObject({ builtin: [{ slug: "a" }], builtinState: "ready" });
  warn.mockRestore();
});
