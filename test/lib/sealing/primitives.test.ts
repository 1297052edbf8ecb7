/** @jest-environment node */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { decrypt, encrypt, importKey, randomBytes, type SealingKey } from "@/lib/sealing/aead";
import { paddedSize, padText, unpadText } from "@/lib/sealing/padded";
import { isAllowedCost, kdfCost, keyOfPassphrase } from "@/lib/sealing/passphrase-key";
import { isSameCode, keyOfRecoveryCode, newRecoveryCode, readRecoveryCode } from "@/lib/sealing/recovery-code";

const bytes = (hex: string) => new Uint8Array(hexToBytes(hex));

describe("AES-256-GCM", () => {
  /** Test case 16 of the specification of GCM (McGrew and Viega). */
  const key = bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308");
  const plain =
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39";
  const associated = bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2");
  const sealed = bytes(
    "cafebabefacedbaddecaf888522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b",
  );

  test.each([
    ["WebCrypto", () => importKey(key)],
    ["JavaScript", async (): Promise<SealingKey> => key],
  ])("by %s decrypts the published example", async (_name, imported) => {
    const opened = await decrypt(await imported(), sealed, associated);
    expect(opened && bytesToHex(opened)).toBe(plain);
    expect(await decrypt(await imported(), sealed, new Uint8Array())).toBeUndefined();
  });

  test("by JavaScript and by WebCrypto is the same", async () => {
    const raw = randomBytes(32);
    const imported = await importKey(raw);
    const text = randomBytes(1_000);
    expect(await decrypt(imported, await encrypt(raw, text, associated), associated)).toEqual(text);
    expect(await decrypt(raw, await encrypt(imported, text, associated), associated)).toEqual(text);
  });

  test("has keys whose bytes cannot be read again", async () => {
    const imported = (await importKey(key)) as CryptoKey;
    expect(imported.extractable).toBe(false);
    await expect(crypto.subtle.exportKey("raw", imported)).rejects.toThrow();
  });
});

describe("Argon2id", () => {
  /** A vector of the reference implementation (test.c of phc-winner-argon2): two passes over 64 MiB. */
  const cost = { memory: 65_536, passes: 2, lanes: 1 };
  const expected = "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7";
  const salt = new TextEncoder().encode("somesalt");

  test("derives the key of the reference implementation", async () => {
    expect(bytesToHex(await keyOfPassphrase("password", salt, cost))).toBe(expected);
  });

  test("derives the same key where WebAssembly is turned off", async () => {
    const small = { ...cost, memory: 256 };
    const derived = await keyOfPassphrase("password", salt, small);
    const { WebAssembly: assembly } = globalThis;
    Reflect.deleteProperty(globalThis, "WebAssembly");
    try {
      expect(await keyOfPassphrase("password", salt, small)).toEqual(derived);
    } finally {
      globalThis.WebAssembly = assembly;
    }
  });

  test("derives one key from a passphrase in composed and in decomposed letters", async () => {
    const derived = ["\u00fcber", "u\u0308ber"].map((typed) => keyOfPassphrase(typed, salt, cost));
    const [one, other] = await Promise.all(derived);
    expect(one).toEqual(other);
  });

  test.each([
    ["the current cost", kdfCost, true],
    ["the maximum", { memory: 262_144, passes: 4, lanes: 1 }, true],
    ["less memory", { ...kdfCost, memory: 65_535 }, false],
    ["fewer passes", { ...kdfCost, passes: 2 }, false],
    ["too much memory", { ...kdfCost, memory: 262_145 }, false],
    ["too many passes", { ...kdfCost, passes: 5 }, false],
    ["several lanes", { ...kdfCost, lanes: 2 }, false],
    ["half a pass", { ...kdfCost, passes: 3.5 }, false],
  ])("with %s: allowed or not @V12.4", (_name, given, isAllowed) => {
    expect(isAllowedCost(given)).toBe(isAllowed);
  });
});

describe("a recovery code", () => {
  test("is read with any case and separators, and with letters that look like digits", () => {
    const code = newRecoveryCode();
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){5}[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(readRecoveryCode(code)).toBe(code);
    const typed = code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
    expect(readRecoveryCode(typed)).toBe(code);
    expect(isSameCode("ab-1o", "AB1 0")).toBe(true);
  });

  test("with a wrong character is no code", () => {
    const code = newRecoveryCode().replaceAll("-", "");
    fc.assert(
      fc.property(fc.nat(29), fc.constantFrom(..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"), (index, character) => {
        fc.pre(code[index] !== character);
        expect(readRecoveryCode(code.slice(0, index) + character + code.slice(index + 1))).toBeUndefined();
      }),
    );
    expect(readRecoveryCode("a passphrase of the user")).toBeUndefined();
  });

  test("has a key that depends on the code and on the salt", () => {
    const key = (code: string, salt: number) => bytesToHex(keyOfRecoveryCode(code, new Uint8Array(16).fill(salt)));
    expect(new Set([key("A", 1), key("B", 1), key("A", 2)]).size).toBe(3);
  });
});

describe("a padded text", () => {
  test("has a size of few steps that is an eighth larger at most, and returns the text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 300 }), fc.nat(400), async (part, count) => {
        const text = part.repeat(count);
        const padded = await padText(text);
        expect(padded.length).toBe(paddedSize(padded.length));
        expect(await unpadText(padded)).toBe(text);
      }),
      { numRuns: 50 },
    );
    expect([1, 16_384, 16_385, 18_433, 1_000_001].map((size) => paddedSize(size))).toEqual([
      16_384, 16_384, 18_432, 20_480, 1_048_576,
    ]);
  });

  test("that is damaged is refused", async () => {
    const padded = await padText("text");
    for (const damage of [
      padded.slice(0, 3),
      padded.slice(0, 8),
      padded.map((byte, index) => (index < 5 ? 255 : byte)),
    ]) {
      expect(await unpadText(damage)).toBeUndefined();
    }
  });
});
