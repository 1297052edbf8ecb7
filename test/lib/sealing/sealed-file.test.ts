/** @jest-environment node */
import { createCipheriv, hkdfSync } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { newRecoveryCode } from "@/lib/sealing/recovery-code";
import {
  changePassphrase,
  createVault,
  laterVault,
  openSealedFile,
  printOfSealed,
  readSealedFile,
  type SealedFile,
  sealFile,
  unlockVault,
  type Vault,
} from "@/lib/sealing/sealed-file";
import { readRemoteFile } from "@/lib/sync/remote-file";

const name = "chatgpt-next-web/backup.json";
const passphrase = "correct horse battery";
const recoveryCode = newRecoveryCode();
const text = JSON.stringify({ title: "a title that a host must not see" });

let vault: Vault;
let file: SealedFile;
let written: string;

beforeAll(async () => {
  vault = await createVault({ passphrase, recoveryCode });
  written = (await sealFile(text, vault, { name, revision: 7 })).text;
  file = readSealedFile(JSON.parse(written)) as SealedFile;
});

/** Encrypts as the format's description says, with Node's functions alone: nonce, ciphertext, tag. */
function encryptWithNode(key: Uint8Array, plain: Uint8Array, facts: unknown): string {
  const nonce = Buffer.alloc(12, 5);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(JSON.stringify(facts)));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString("base64");
}

test("opens a file that was written by the description of the format alone", async () => {
  const code = "00000-11111-22222-33333-44444";
  const dataKey = Buffer.alloc(32, 9);
  const keyId = Buffer.alloc(16, 1).toString("base64");
  const salt = Buffer.alloc(16, 2).toString("base64");
  const kdf = { lanes: 1, memory: 65_536, name: "argon2id", passes: 3 };
  const whole = `${code}-${"0123456789ABCDEFGHJKMNPQRSTVWXYZ"[0]}`;
  // The checksum of a code is no part of the key's derivation rules, so search the last group by the reader itself.
  const { readRecoveryCode } = await import("@/lib/sealing/recovery-code");
  const { createHash } = await import("node:crypto");
  const digest = createHash("sha256")
    .update(`parley-sync recovery code ${code.replaceAll("-", "")}`)
    .digest();
  const checksum = [...digest.subarray(0, 5)].map((byte) => "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[byte % 32]).join("");
  const complete = `${code}-${checksum}`;
  expect(readRecoveryCode(whole)).toBeUndefined();
  const recoveryKey = hkdfSync("sha256", complete.replaceAll("-", ""), Buffer.alloc(16, 1), "parley-sync recovery", 32);
  const recovery = encryptWithNode(new Uint8Array(recoveryKey), dataKey, ["parley-sync", 2, "recovery", keyId]);
  const header = { kdf, keyId, salt, wraps: { passphrase: "", recovery } };
  const packed = deflateRawSync(text);
  const padded = Buffer.alloc(16_384);
  padded[0] = 1;
  padded.writeUInt32BE(packed.length, 1);
  packed.copy(padded, 5);
  const content = encryptWithNode(dataKey, padded, ["parley-sync", 2, "content", name, header, 3]);
  const read = readSealedFile({ $parley: { version: 2, sealed: { header, revision: 3, content } } }) as SealedFile;
  const unlocked = await unlockVault(read.header, complete);
  expect(unlocked).toBeDefined();
  expect(await openSealedFile(read, (unlocked as Vault).key, name)).toBe(text);
});

test("is opened with the passphrase or the recovery code, and with nothing else @V12.4", async () => {
  for (const secret of [passphrase, recoveryCode, recoveryCode.toLowerCase()]) {
    const unlocked = await unlockVault(file.header, secret);
    expect(unlocked && (await openSealedFile(file, unlocked.key, name))).toBe(text);
  }
  for (const wrong of [`${passphrase} `, newRecoveryCode(), ""]) {
    expect(await unlockVault(file.header, wrong)).toBeUndefined();
  }
});

test("a changed passphrase keeps the data key and the recovery code, and the former passphrase opens nothing", async () => {
  expect(await changePassphrase(vault.header, { current: "wrong", passphrase: "next" })).toBeUndefined();
  const next = (await changePassphrase(vault.header, { current: passphrase, passphrase: "a new one" })) as Vault;
  const again = readSealedFile(JSON.parse((await sealFile(text, next, { name, revision: 8 })).text)) as SealedFile;
  expect(again.header.keyId).toBe(file.header.keyId);
  expect(await openSealedFile(again, vault.key, name)).toBe(text);
  expect(await unlockVault(again.header, passphrase)).toBeUndefined();
  for (const secret of ["a new one", recoveryCode]) expect(await unlockVault(again.header, secret)).toBeDefined();
});

test("a later header has the time of its change, and is later than the one before in any case", () => {
  const first = laterVault(vault, undefined, 1_000.5);
  const byClock = laterVault(vault, first.header, 5_000);
  const byCount = laterVault(vault, byClock.header, 4_000);
  expect([first, byClock, byCount].map(({ header }) => header.generation)).toEqual([1_000, 5_000, 5_001]);
  expect(byCount).toEqual({ key: vault.key, header: { ...vault.header, generation: 5_001 } });
});

test("is recognized by its authentication tag, however a host writes the same bytes", async () => {
  const { content } = file;
  const head = content.slice(0, -30);
  const unused = `${content.slice(0, -2)}${String.fromCharCode(content.charCodeAt(content.length - 2) + 1)}=`;
  const same = [content, `${content}   `, `${head} \n ${content.slice(-30)}`, content.replaceAll("=", ""), unused];
  expect(content.endsWith("=")).toBe(true);
  for (const each of same) {
    expect(await openSealedFile({ ...file, content: each }, vault.key, name)).toBe(text);
    expect(printOfSealed({ ...file, content: each })).toBe(`7 ${content.slice(-24)}`);
  }
});

describe("is refused @V12.2", () => {
  const opened = (changed: SealedFile, key = vault.key, object = name) => openSealedFile(changed, key, object);

  test("if a bit of its content is flipped, or a part is cut or repeated", async () => {
    const content = Buffer.from(file.content, "base64");
    const damaged = fc.oneof(
      fc.nat(content.length * 8 - 1).map((bit) => {
        const flipped = Buffer.from(content);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        return flipped;
      }),
      fc.nat(content.length - 1).map((length) => content.subarray(0, length)),
      fc.nat(content.length - 1).map((start) => content.subarray(start + 1)),
      fc.nat(content.length).map((length) => Buffer.concat([content, content.subarray(0, length), Buffer.alloc(1)])),
      fc.tuple(fc.nat(content.length - 33), fc.nat(content.length - 33)).map(([one, other]) => {
        const swapped = Buffer.from(content);
        content.copy(swapped, one, other, other + 32);
        content.copy(swapped, other, one, one + 32);
        return swapped;
      }),
    );
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        fc.pre(!bytes.equals(content));
        expect(await opened({ ...file, content: bytes.toString("base64") })).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  test("if it is moved to another object, or has another revision, header or key", async () => {
    const other = await createVault({ passphrase, recoveryCode });
    expect(await opened(file)).toBe(text);
    expect(await opened(file, vault.key, "another name")).toBeUndefined();
    expect(await opened(file, other.key)).toBeUndefined();
    for (const revision of [1, 6, 8]) expect(await opened({ ...file, revision })).toBeUndefined();
    const headers: SealedFile["header"][] = [
      other.header,
      { ...file.header, keyId: other.header.keyId },
      { ...file.header, salt: other.header.salt },
      { ...file.header, generation: 9 },
      { ...file.header, kdf: { ...file.header.kdf, passes: 4 } },
      { ...file.header, wraps: { ...file.header.wraps, recovery: other.header.wraps.recovery } },
      { ...file.header, wraps: { ...file.header.wraps, passphrase: other.header.wraps.passphrase } },
    ];
    for (const header of headers) expect(await opened({ ...file, header })).toBeUndefined();
  });

  test("if the content of another revision is put into it", async () => {
    const next = readSealedFile(JSON.parse((await sealFile("{}", vault, { name, revision: 8 })).text)) as SealedFile;
    expect(await opened({ ...file, content: next.content })).toBeUndefined();
    expect(await opened({ ...next, content: file.content })).toBeUndefined();
  });

  test("if a single character of its text is changed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(written.length - 1), fc.constantFrom(...'aZ09+/="{}:, x'), async (index, character) => {
        fc.pre(written[index] !== character);
        let parsed: unknown;
        try {
          parsed = JSON.parse(written.slice(0, index) + character + written.slice(index + 1));
        } catch {
          return;
        }
        const read = readSealedFile(parsed);
        const content = typeof read === "object" ? await opened(read) : undefined;
        // Base64 may have unused bits in its last character; the bytes are the same then.
        expect(content === undefined || content === text).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["a lower cost of the passphrase", { kdf: { name: "argon2id", memory: 8, passes: 1, lanes: 1 } }],
    ["another derivation", { kdf: { name: "pbkdf2", memory: 65_536, passes: 3, lanes: 1 } }],
    ["an additional field", { more: 1 }],
    ["no data key", { wraps: {} }],
  ])("with %s", (_name, change) => {
    const sealed = { ...file, header: { ...file.header, ...change } };
    expect(readSealedFile({ $parley: { version: 2, sealed } })).toBe("damaged");
  });
});

test("of a newer version is refused as newer", () => {
  expect(readSealedFile({ $parley: { version: 5, sealed: file } })).toBe("newer");
});

test("a readable file is no encrypted one", () => {
  for (const readable of [{}, [], null, { $parley: { version: 1 } }, { "chat-next-web-store": { sessions: [] } }]) {
    expect(readSealedFile(readable)).toBeUndefined();
  }
});

describe("older clients leave it untouched @I8.7", () => {
  test("Parley before encryption refuses it as a newer version", () => {
    expect(readRemoteFile(JSON.parse(written))).toEqual({ kind: "newer" });
  });

  test("NextChat fails before it changes or writes anything", () => {
    // The first step of `mergeAppState` in NextChat's app/utils/sync.ts: its chats are read from the remote state.
    const remote = JSON.parse(written);
    const mergeChats = () => remote["chat-next-web-store"].sessions.forEach(() => {});
    expect(mergeChats).toThrow(TypeError);
  });
});
