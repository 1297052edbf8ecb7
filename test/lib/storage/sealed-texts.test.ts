import fc from "fast-check";
import { createTextSeal, sealedStorage, sealedTexts } from "@/lib/storage/sealed-texts";
import { memoryStorage } from "@/test/support/memory-storage";

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const keyOf = (byte: number) => new Uint8Array(32).fill(byte);
const open = createTextSeal({ key: keyOf(1), random });
const closed = createTextSeal({ random });

const access = (apiKey: string, more: object = {}) =>
  JSON.stringify({ state: { openaiApiKey: apiKey, openaiUrl: "https://a.example", ...more }, version: 2 });

test("a stored text contains no credential, and opens to the same text @D12.7", () => {
  const text = JSON.stringify({
    state: {
      openaiApiKey: "sk-one",
      url: "https://user:pass@a.example",
      hosts: [{ token: "secret-two" }],
      signIns: { x: { tokens: { access_token: "three", refresh_token: "four" }, verifier: "five" } },
      name: "shown",
    },
    version: 1,
  });
  const stored = open.seal(text, null);
  expect(stored).not.toMatch(/sk-one|user:pass|secret-two|three|four|five/);
  expect(stored).toContain("shown");
  expect(open.open(stored)).toBe(text);
});

test("any document opens to what was stored", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("apiKey", "token", "name", "list"), fc.jsonValue()), (state) => {
      const text = JSON.stringify({ state, version: 1 });
      expect(JSON.parse(open.open(open.seal(text, null)))).toEqual(JSON.parse(text));
    }),
  );
});

test("a value that did not change keeps its stored form", () => {
  const first = open.seal(access("sk-one"), null);
  expect(open.seal(access("sk-one"), first)).toBe(first);
  expect(open.seal(access("sk-two"), first)).not.toBe(first);
  expect(open.open(open.seal(access("sk-two"), first))).toBe(access("sk-two"));
});

test("without a keychain, a credential is neither stored nor lost @D12.8", () => {
  const stored = open.seal(access("sk-one"), null);
  expect(closed.open(stored)).toBe(access(""));
  const changed = closed.seal(access("", { name: "new" }), stored);
  expect(JSON.parse(open.open(changed))).toEqual(JSON.parse(access("sk-one", { name: "new" })));
  expect(closed.seal(access("sk-two"), null)).toBe(access(""));
  const omitted = closed.seal(JSON.stringify({ state: { name: "new" }, version: 2 }), stored);
  expect(JSON.parse(open.open(omitted)).state).toEqual({ name: "new", openaiApiKey: "sk-one" });
});

test("a removed credential is removed", () => {
  const stored = open.seal(access("sk-one"), null);
  expect(open.seal(access(""), stored)).toBe(access(""));
});

test("another key, a changed value or a value of another field opens to nothing @D12.9", () => {
  const stored = open.seal(access("sk-one"), null);
  expect(createTextSeal({ key: keyOf(2), random }).open(stored)).toBe(access(""));
  expect(open.open(stored.replace("openaiApiKey", "token"))).toContain('"token":""');
  expect(open.open(stored.replace(/sealed:1:..../, "sealed:1:AAAA"))).toBe(access(""));
  expect(open.open('{"apiKey":"sealed:1:%%%"}')).toBe('{"apiKey":""}');
});

test("a user who wants it stores plain text, and encrypted values are retained", () => {
  const plain = createTextSeal({ isPlain: true, random });
  expect(plain.seal(access("sk-one"), null)).toBe(access("sk-one"));
  const stored = open.seal(access("sk-one"), null);
  expect(plain.seal(access(""), stored)).toBe(stored);
});

test("a storage encrypts the named documents only", () => {
  const inner = memoryStorage();
  const storage = sealedStorage(inner, open, (key) => key === "access");
  storage.setItem("access", access("sk-one"));
  storage.setItem("other", access("sk-one"));
  expect(inner.getItem("access")).not.toContain("sk-one");
  expect(inner.getItem("other")).toContain("sk-one");
  expect(storage.getItem("access")).toBe(access("sk-one"));
  expect(storage.length).toBe(2);
  storage.removeItem("access");
  expect(inner.getItem("access")).toBeNull();
});

test("a database shows a change its own texts only, and stores the result encrypted", async () => {
  const stored: Record<string, string> = { plugins: open.seal(access("sk-one"), null), other: "x" };
  const database = sealedTexts(
    {
      readTexts: async (keys) => Object.fromEntries(keys.flatMap((key) => (stored[key] ? [[key, stored[key]]] : []))),
      async updateTexts(keys, change) {
        const texts = Object.fromEntries(keys.flatMap((key) => (stored[key] ? [[key, stored[key]]] : [])));
        Object.assign(stored, change(texts));
      },
    },
    open,
    ["plugins"],
  );
  expect(await database.readTexts(["plugins", "other"])).toEqual({ plugins: access("sk-one"), other: "x" });
  const seen: unknown[] = [];
  await database.updateTexts(["other"], (texts) => {
    seen.push(texts);
    return { plugins: access("sk-two"), other: "y" };
  });
  expect(seen).toEqual([{ other: "x" }]);
  expect(stored.other).toBe("y");
  expect(stored.plugins).not.toContain("sk-two");
  expect(await database.readTexts(["plugins"])).toEqual({ plugins: access("sk-two") });
});
