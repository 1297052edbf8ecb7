import type { SharedItem } from "@/lib/links/shared-item";
import { sha256Hex } from "@/lib/providers/sha256";
import { useAccess } from "@/store/settings/access";
import { linkWith, maxLinkChars, readSealed, removeSealed, storeSealed } from "@/store/sharing/sealed-links";
import { storedLinks } from "@/store/sharing/stored-links";
import { type FakeCall, fakeEnvironment } from "../../support/fake-environment";

const id = "0123456789abcdef0123456789abcdef";
const item: SharedItem = {
  kind: "chat",
  title: "Tides",
  date: 1_700_000_000_000,
  messages: [{ role: "user", content: "canary" }],
};
const long: SharedItem = {
  ...item,
  messages: [{ role: "user", content: Array.from({ length: 40_000 }, () => Math.random()).join() }],
};
const fragmentOf = (link: string) => new URL(link).hash;

beforeAll(() => Object.assign(globalThis, { location: new URL("https://chat.example/a/chat") }));
afterAll(() => Reflect.deleteProperty(globalThis, "location"));
beforeEach(() => useAccess.getState().setReach({ relay: "/api" }));

test("a short item is in the link, which is made and read without a call @V12.6", async () => {
  const link = await linkWith(item);
  expect(link).toMatch(/^https:\/\/chat\.example\/artifacts#1\.c\.[\w-]{43}\.[\w-]+$/);
  const env = fakeEnvironment();
  expect(await readSealed(fragmentOf(link ?? ""), env)).toEqual(item);
  expect(env.calls).toEqual([]);
});

test("an item whose link would be too long has none", async () => {
  expect(await linkWith(long)).toBeUndefined();
  const fitting: SharedItem = { ...item, messages: [{ role: "user", content: "tide ".repeat(20_000) }] };
  expect((await linkWith(fitting))?.length).toBeLessThan(maxLinkChars);
});

test("a long item is stored without its key, read with it, and deleted with the secret of this device @V12.6", async () => {
  let kept = "";
  const answer = ({ url, init }: FakeCall) => {
    if (init.method === "POST") {
      kept = String(init.body);
      return Response.json({ code: 0, id, expires: 9e12 });
    }
    return init.method === "DELETE"
      ? Response.json({ code: 0 })
      : new Response(url.includes("kind=sealed") ? kept : "");
  };
  const env = fakeEnvironment({ responses: answer });
  const { link, expires } = await storeSealed(long, { title: "Tides", days: 7 }, env);
  expect([fragmentOf(link), expires]).toEqual([expect.stringMatching(/^#1\.s\.[\w-]{43}\.[0-9a-f]{32}$/), 9e12]);
  const [, , key = ""] = fragmentOf(link).split(".");
  const [stored] = storedLinks(env.now());
  expect(stored).toEqual({ id, title: "Tides", link, secret: expect.any(String), created: env.now(), expires: 9e12 });
  const [{ url, init } = { url: "", init: {} }] = env.calls;
  expect(url).toBe("/api/artifacts?seconds=604800");
  expect(init.headers).toMatchObject({
    "content-type": "application/x-parley-sealed",
    "x-removal-hash": sha256Hex(stored?.secret ?? ""),
  });
  expect(await readSealed(fragmentOf(link), env)).toEqual(long);
  if (stored) await removeSealed(stored, env);
  expect(storedLinks(env.now())).toEqual([]);
  expect(env.calls.at(-1)).toMatchObject({
    url: `/api/artifacts?id=${id}`,
    init: { method: "DELETE", headers: { "x-removal-secret": stored?.secret } },
  });
  expect(JSON.stringify(env.calls)).not.toContain(key);
});

test("a link stays in the list if its content could not be deleted", async () => {
  const env = fakeEnvironment({
    responses: [Response.json({ code: 0, id }), new Response("", { status: 500 }), new Response("", { status: 404 })],
  });
  await storeSealed(item, { title: "Tides", days: 1 }, env);
  const [stored] = storedLinks(env.now());
  if (!stored) throw new Error("not stored");
  await expect(removeSealed(stored, env)).rejects.toMatchObject({ code: "server" });
  expect(storedLinks(env.now())).toEqual([stored]);
  // One that is already gone at the site is forgotten.
  await removeSealed(stored, env);
  expect(storedLinks(env.now())).toEqual([]);
});

test.each([
  ["#", "broken"],
  ["#2.c.x.y", "newer"],
])("the fragment %s is %s", async (fragment, expected) => {
  expect(await readSealed(fragment, fakeEnvironment())).toBe(expected);
});

const siteLink = `#1.s.${"k".repeat(43)}.${id}`;

test("content that is not at the site is gone, also where there is no server", async () => {
  const missing = fakeEnvironment({ responses: [new Response("", { status: 404 })] });
  expect(await readSealed(siteLink, missing)).toBe("gone");
  useAccess.getState().setReach({});
  expect(await readSealed(siteLink, fakeEnvironment())).toBe("gone");
});

test("a site that returns other content, or cannot be reached, is reported", async () => {
  const other = fakeEnvironment({ responses: [new Response("<html>"), new Response("AbC")] });
  expect([await readSealed(siteLink, other), await readSealed(siteLink, other)]).toEqual(["broken", "broken"]);
  const broken = fakeEnvironment({ responses: [new Response("", { status: 500 })] });
  await expect(readSealed(siteLink, broken)).rejects.toMatchObject({ code: "server" });
});
