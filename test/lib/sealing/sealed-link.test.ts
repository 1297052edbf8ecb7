/** @jest-environment node */
import fc from "fast-check";
import { encrypt, importKey, keyBytes, randomBytes } from "@/lib/sealing/aead";
import {
  base64UrlOf,
  type LinkFragment,
  openText,
  readFragment,
  sealText,
  writeFragment,
} from "@/lib/sealing/sealed-link";

const places = ["link", "site"] as const;

test.each(places)("a text for the %s is opened by its key alone @V12.6", async (place) => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
      const sealed = await sealText(text, place);
      expect(sealed.key).toMatch(/^[\w-]{43}$/);
      expect(sealed.content).toMatch(/^[\w-]+$/);
      expect(await openText(sealed, place)).toBe(text);
      const { key } = await sealText(text, place);
      expect(await openText({ ...sealed, key }, place)).toBeUndefined();
      expect(await openText(sealed, place === "link" ? "site" : "link")).toBeUndefined();
    }),
    { numRuns: 20 },
  );
});

test.each(places)("a text for the %s that was cut or altered is refused @V12.6", async (place) => {
  const sealed = await sealText("The tide is late.", place);
  await fc.assert(
    fc.asyncProperty(fc.nat(sealed.content.length - 2), fc.boolean(), async (index, isCut) => {
      const letter = sealed.content[index] === "A" ? "B" : "A";
      const content = isCut
        ? sealed.content.slice(0, index)
        : sealed.content.slice(0, index) + letter + sealed.content.slice(index + 1);
      expect(await openText({ ...sealed, content }, place)).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});

test("a small link that unpacks to a huge text is refused", async () => {
  const key = randomBytes(keyBytes);
  const stream = new Blob([new Uint8Array(1_000_001)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  const plain = new Uint8Array(1 + packed.length);
  plain[0] = 1;
  plain.set(packed, 1);
  const bytes = await encrypt(await importKey(key), plain, new TextEncoder().encode("parley link 1 link"));
  expect(bytes.length).toBeLessThan(30_000);
  expect(await openText({ key: base64UrlOf(key), content: base64UrlOf(bytes) }, "link")).toBeUndefined();
});

test("the size of a stored text hides its length", async () => {
  const sizes = await Promise.all(
    ["", "a", "x".repeat(900)].map(async (text) => (await sealText(text, "site")).content.length),
  );
  expect(new Set(sizes).size).toBe(1);
});

const key = "k".repeat(43);
const fragments: readonly LinkFragment[] = [
  { place: "link", key, content: "AbC-_9" },
  { place: "site", key, id: "0123456789abcdef0123456789abcdef" },
];

test.each(fragments)("the fragment $place is read as it was written, with and without #", (fragment) => {
  const text = writeFragment(fragment);
  expect([readFragment(text), readFragment(`#${text}`)]).toEqual([fragment, fragment]);
});

test.each([
  ["", "broken"],
  ["#", "broken"],
  ["#/settings", "broken"],
  [`0.c.${key}.AbC`, "broken"],
  [`1.x.${key}.AbC`, "broken"],
  [`1.c.${key}.`, "broken"],
  [`1.c.${key}`, "broken"],
  [`1.c.${key.slice(1)}.AbC`, "broken"],
  [`1.c.${key}.A<b>`, "broken"],
  [`1.s.${key}.../etc/passwd`, "broken"],
  [`1.s.${key}.ABCDEF`, "broken"],
  [`2.c.${key}.AbC`, "newer"],
  ["9999.anything", "newer"],
])("the fragment %j is %s", (text, expected) => {
  expect(readFragment(text)).toBe(expected);
});

test("a fragment of megabytes is refused unread", () => {
  expect(readFragment(`1.c.${key}.${"A".repeat(5_000_000)}`)).toBe("broken");
});
