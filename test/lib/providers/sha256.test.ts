import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { hexOf, hmacSha256, sha256Hex } from "@/lib/providers/sha256";

test("matches the known test vectors", () => {
  expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hexOf(hmacSha256("key", "The quick brown fox jumps over the lazy dog"))).toBe(
    "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8",
  );
});

test("equals another implementation's hash for any text, including lone surrogates", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", "\ud83d", "潮汐 👋 — ping?"));
  fc.assert(
    fc.property(text, fc.string({ unit: "binary", minLength: 1 }), (body, key) => {
      expect(sha256Hex(body)).toBe(createHash("sha256").update(body).digest("hex"));
      expect(hexOf(hmacSha256(key, body))).toBe(createHmac("sha256", key).update(body).digest("hex"));
    }),
  );
});

test("equals another implementation's hash for a large text", () => {
  const body = "潮👋\n".repeat(300_000);
  expect(sha256Hex(body)).toBe(createHash("sha256").update(body).digest("hex"));
});
