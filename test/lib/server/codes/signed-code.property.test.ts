import fc from "fast-check";
import { toBase64Json } from "@/lib/chat/base64-json";
import { hmacSha256 } from "@/lib/providers/sha256";
import { type CodeRights, codeFeatures } from "@/lib/server/codes/code-rights";
import { canonicalId, readShortCode, readSignedCode, signCode, signShortCode } from "@/lib/server/codes/signed-code";

const secret = "a secret of the tests, long enough: 0123456789";
const former = "the secret before it, which is long enough: 9876543210";
const now = 1_800_000_000;

const id = fc.stringMatching(/^[0-9a-z]{1,16}$/);
const name = fc.stringMatching(/^[\p{L}\p{N}][\p{L}\p{N} ]{0,20}[\p{L}\p{N}]$/u);
const model = fc.stringMatching(/^[+-]?[a-z0-9][a-z0-9./:-]{0,20}(@[a-z0-9]{1,10})?$/);
const rights: fc.Arbitrary<CodeRights> = fc.record(
  {
    name,
    models: fc.array(model, { minLength: 1, maxLength: 10 }).map((models) => models.join(",")),
    providers: fc.uniqueArray(fc.stringMatching(/^[a-z0-9.]{1,12}$/), { minLength: 1, maxLength: 5 }),
    features: fc.subarray([...codeFeatures]),
    expires: fc.integer({ min: 1, max: 253_402_300_799 }),
    perMinute: fc.integer({ min: 1, max: 100_000 }),
    atOnce: fc.integer({ min: 1, max: 10_000 }),
  },
  { requiredKeys: ["features"] },
);
const signed = fc.record({ id, issued: fc.integer({ min: 0, max: now + 300 }), rights });

/** Returns a code with any content and a valid signature. */
function codeOf(content: unknown, version = "c1"): string {
  const text = `${version}.${toBase64Json(content)}`;
  const bytes = hmacSha256(secret, `access code ${text}`).subarray(0, 16);
  return `${text}.${Buffer.from(bytes).toString("base64url")}`;
}

test("all valid rights are the same after they were signed and read @A2.8", () => {
  fc.assert(
    fc.property(signed, (code) => {
      expect(readSignedCode(signCode(code, secret), [secret], now)).toEqual(code);
    }),
  );
});

test("a code with a changed bit, a missing end or an added character is refused @A2.8", () => {
  fc.assert(
    fc.property(signed, fc.nat(), fc.integer({ min: 0, max: 7 }), (code, place, bit) => {
      const text = signCode(code, secret);
      const at = place % text.length;
      const flipped = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit));
      for (const changed of [
        text.slice(0, at) + flipped + text.slice(at + 1),
        text.slice(0, at),
        text.slice(0, at) + text.slice(at + 1),
        `${text.slice(0, at)}A${text.slice(at)}`,
      ]) {
        expect(readSignedCode(changed, [secret], now)).toBeUndefined();
      }
    }),
  );
});

test("a short code with another character is refused, and one as it may be typed is accepted @A2.8", () => {
  fc.assert(
    fc.property(id, fc.nat(), fc.integer({ min: 0x20, max: 0x7e }), (of, place, replacement) => {
      const text = signShortCode(of, secret);
      const at = place % text.length;
      const changed = text.slice(0, at) + String.fromCharCode(replacement) + text.slice(at + 1);
      const canonical = (typed: string) => canonicalId(typed.toLowerCase().replace(/[- ]/g, ""));
      const isSame = canonical(changed) === canonical(text);
      expect(readShortCode(changed, [secret])).toBe(isSame ? canonicalId(of) : undefined);
      for (const typed of [text.toUpperCase(), text.replaceAll("-", " "), text.replaceAll("0", "O")]) {
        expect(readShortCode(typed, [secret])).toBe(canonicalId(of));
      }
    }),
  );
});

test("codes of another secret are refused, and those of both secrets are accepted @A2.8", () => {
  const code = { id: "ada", issued: now, rights: { features: [] } };
  const texts = [signCode(code, secret), signCode(code, former)];
  const accepted = (secrets: readonly string[]) =>
    texts.map((text) => readSignedCode(text, secrets, now) !== undefined);
  expect(accepted([secret])).toEqual([true, false]);
  expect(accepted([secret, former])).toEqual([true, true]);
  expect(accepted([])).toEqual([false, false]);
  const short = signShortCode("ada", former);
  expect(readShortCode(short, [secret])).toBeUndefined();
  expect(readShortCode(short, [secret, former])).toBe("ada");
});

test.each([
  ["issued five minutes ahead", { i: "ada", t: now + 300, f: [] }, true],
  ["issued later", { i: "ada", t: now + 301, f: [] }, false],
  ["without a time", { i: "ada", f: [] }, false],
  ["without an id", { t: now, f: [] }, false],
  ["with an id of other letters", { i: "Ada", t: now, f: [] }, false],
  ["with an unknown right", { i: "ada", t: now, f: [], q: 1000 }, false],
  ["with tokens and money", { i: "ada", t: now, f: [], d: 1000, k: 1e6, y: 12.5 }, true],
  ["with a negative amount of money", { i: "ada", t: now, f: [], y: -1 }, false],
  ["with endless tokens", { i: "ada", t: now, f: [], k: 1e13 }, false],
  ["with the full name of a right", { i: "ada", t: now, features: [] }, false],
  ["with an unknown feature", { i: "ada", t: now, f: ["video"] }, false],
  ["with a fraction of a call", { i: "ada", t: now, f: [], r: 0.5 }, false],
  ["with a prototype", JSON.parse(`{"i":"ada","t":${now},"f":[],"__proto__":{"r":1}}`), false],
  ["that is a list", ["ada", now], false],
])("a code %s, signed correctly, is accepted: %#", (_, content, isAccepted) => {
  expect(readSignedCode(codeOf(content), [secret], now) !== undefined).toBe(isAccepted);
});

test.each(["c0", "c2", "c", "C1", "c01", "с1"])(
  "version %s is refused, even with a valid signature @A2.8",
  (version) => {
    expect(readSignedCode(codeOf({ i: "ada", t: now, f: [] }, version), [secret], now)).toBeUndefined();
  },
);

test.each([
  ["c", "\u0441"],
  ["a", "\u0430"],
  ["1", "\uff11"],
  ["-", "\u2010"],
  [".", "\uff0e"],
  ["d", "\uff44"],
  ["k", "\u212a"],
])("a letter of another script that looks like %s is refused @A2.8", (letter, lookAlike) => {
  const short = signShortCode("dark", secret);
  const long = signCode({ id: "dark", issued: now, rights: { features: [] } }, secret);
  const changed = [short, long].map((code) => code.replace(letter, lookAlike));
  expect(readShortCode(changed[0] ?? "", [secret])).toBe(changed[0] === short ? canonicalId("dark") : undefined);
  expect(readSignedCode(changed[1] ?? "", [secret], now) !== undefined).toBe(changed[1] === long);
});

test("an expired code is read with its time", () => {
  const code = { id: "ada", issued: 0, rights: { features: [], expires: 1 } };
  expect(readSignedCode(signCode(code, secret), [secret], now)).toEqual(code);
});

test("a code that would be too long is not made, and not read", () => {
  const rights = {
    features: [],
    providers: Array.from({ length: 30 }, (_, index) => `provider ${index} ${"x".repeat(45)}`),
  };
  expect(() => signCode({ id: "ada", issued: now, rights }, secret)).toThrow(RangeError);
  expect(readSignedCode(codeOf({ i: "ada", t: now, p: rights.providers }), [secret], now)).toBeUndefined();
  expect(() => signCode({ id: "Ada", issued: now, rights: { features: [] } }, secret)).toThrow(RangeError);
  expect(() => signShortCode("a-d", secret)).toThrow(RangeError);
});
