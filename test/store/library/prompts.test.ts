import { createPrompts } from "@/store/library/prompts";
import { type FakeAnswer, fakeEnvironment } from "../../support/fake-environment";

function setUp(responses: readonly FakeAnswer[] = []) {
  const env = fakeEnvironment({ now: 1000, responses });
  const store = createPrompts({ env, path: "/base" });
  return { env, getState: store.getState };
}

const titles = ({ own }: { readonly own: readonly { readonly title: string }[] }) => own.map(({ title }) => title);

test("adds a prompt on top, changes it in place, deletes it, and restores it unchanged", async () => {
  const { env, getState } = setUp();
  const old = { id: "old", isUser: true, title: "Old", content: "one", createdAt: 5, tint: "olive" };
  getState().hydrate({ prompts: { old }, counter: 2 });
  const added = getState().add({ title: "New", content: "two" });
  expect(added).toEqual({ id: "id-1", title: "New", content: "two", createdAt: 1000 });
  expect(titles(getState())).toEqual(["New", "Old"]);
  await env.advance(10);
  getState().change("old", { title: "Older" });
  expect(titles(getState())).toEqual(["New", "Older"]);
  const undo = getState().remove("old");
  expect(titles(getState())).toEqual(["New"]);
  expect(getState().document).toMatchObject({ deleted: { old: 1010 }, counter: 3 });
  undo();
  expect(getState().document).toEqual({
    prompts: { "id-1": { ...added, isUser: true }, old: { ...old, title: "Older" } },
    deleted: {},
    counter: 3,
    lastUpdateTime: 1010,
  });
});

test("ignores changes and deletions of an unknown id", () => {
  const { getState } = setUp();
  getState().change("none", { title: "x" });
  getState().remove("none")();
  expect(getState()).toMatchObject({ own: [], document: { lastUpdateTime: 0, counter: 0, deleted: {} } });
});

test("fetches the built-in prompts once, below the base path", async () => {
  const { env, getState } = setUp([Response.json({ en: [["Report", "Write it"]], tw: [], cn: [] })]);
  await Promise.all([getState().fetchBuiltin(), getState().fetchBuiltin()]);
  await getState().fetchBuiltin();
  expect(env.calls.map(({ url }) => url)).toEqual(["/base/prompts.json"]);
  expect(getState()).toMatchObject({ builtinState: "ready", builtin: { en: [{ title: "Report" }], tw: [], cn: [] } });
});

test.each<[string, FakeAnswer]>([
  ["a server error", new Response("", { status: 500 })],
  ["a page instead of the file", new Response("<!doctype html>")],
  ["a file of another shape", Response.json("prompts")],
  [
    "no network",
    () => {
      throw new TypeError("Failed to fetch");
    },
  ],
])("after %s there are none, and the next request tries again", async (_name, answer) => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  const { getState } = setUp([answer, Response.json({ en: [["Report", "Write it"]], tw: [], cn: [] })]);
  await getState().fetchBuiltin();
  expect(getState()).toMatchObject({ builtinState: "failed", builtin: { en: [], tw: [], cn: [] } });
  expect(warn).toHaveBeenCalledTimes(1);
  await getState().fetchBuiltin();
  expect(getState().builtinState).toBe("ready");
  warn.mockRestore();
});
