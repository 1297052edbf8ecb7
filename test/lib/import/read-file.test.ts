import { readFileSync } from "node:fs";
import { openArchive } from "@/lib/import/archive";
import type { Imported } from "@/lib/import/imported";
import { type ReadImport, readImportFile } from "@/lib/import/read-file";
import { importContext, importFixture, outlineOf } from "../../support/import-samples";
import { onePixelPng, type ZipSample, zipOf } from "../../support/zip-samples";

const chatGpt = readFileSync("test/fixtures/import/chatgpt/conversations.json", "utf8");
const claude = readFileSync("test/fixtures/import/claude/conversations.json", "utf8");

function readZip(...samples: readonly ZipSample[]): Promise<ReadImport> {
  return readImportFile(new Blob([zipOf(...samples)]), importContext);
}

async function importedFrom(...samples: readonly ZipSample[]): Promise<Imported> {
  const read = await readZip(...samples);
  if (!read.ok) throw new Error(`refused: ${read.reason}`);
  return read.imported;
}

/** A text that becomes a thousandth of its size. */
const zeros = (size: number) => Buffer.alloc(size);

test("reads a plain file and reports its progress", async () => {
  const shares: number[] = [];
  const read = await readImportFile(new Blob([chatGpt]), importContext, { onRead: (share) => shares.push(share) });
  expect(read).toEqual({ ok: true, imported: importFixture("chatgpt/conversations.json") });
  expect(shares.at(-1)).toBe(1);
});

test.each([
  ["Latin-1", Buffer.from("Café, £5", "latin1"), "Café, £5"],
  ["the low bytes of UTF-16 code units", Buffer.of(0x9d, 0x20, 0x85, 0x93), "\x9d \x85\x93"],
  ["UTF-8 with a stray byte", Buffer.concat([Buffer.from("潮汐"), Buffer.of(0xff)]), "潮汐\ufffd"],
])("decodes %s", async (_name, bytes, text) => {
  const [before = "", behind = ""] = '{"messages":[{"role":"user","content":"?"}]}'.split("?");
  const read = await readImportFile(new Blob([before, bytes, behind]), importContext);
  const [chat] = read.ok ? read.imported.chats : [];
  expect(chat?.messages.map(({ content }) => content)).toEqual([text]);
});

test("decodes UTF-16 in both byte orders", async () => {
  const little = Buffer.from(`\ufeff${chatGpt}`, "utf16le");
  for (const bytes of [little, Buffer.from(little).swap16()]) {
    const read = await readImportFile(new Blob([bytes]), importContext);
    expect(read).toEqual({ ok: true, imported: importFixture("chatgpt/conversations.json") });
  }
});

test("rejects a file above the size limit before reading it", async () => {
  const read = await readImportFile(new Blob([chatGpt]), importContext, { maxBytes: 100 });
  expect(read).toEqual({ ok: false, reason: "too-long" });
});

test.each([
  ["of ChatGPT", "conversations.json", chatGpt, "chatgpt/conversations.json"],
  ["of Claude", "conversations.json", claude, "claude/conversations.json"],
  ["in the folder that it unpacks to", "export/conversations.json", claude, "claude/conversations.json"],
  [
    "of Cherry Studio",
    "data.json",
    readFileSync("test/fixtures/import/cherry-studio/data.json", "utf8"),
    "cherry-studio/data.json",
  ],
])("reads the file inside an archive %s, and ignores all other entries @I8.4", async (_name, name, text, path) => {
  const others = [
    { name: "user.json", contents: "not even JSON" },
    { name: "deep/down/conversations.json", contents: "nor this", isEncrypted: true },
    { name: "chat.html", contents: zeros(1_000_000), claimedSize: 3 },
  ];
  expect(await importedFrom(...others, { name, contents: text })).toEqual(importFixture(path));
});

test("reads an uncompressed archive entry", async () => {
  const imported = await importedFrom({ name: "conversations.json", contents: claude, method: 0 });
  expect(imported).toEqual(importFixture("claude/conversations.json"));
});

test("merges numbered parts in the order of their numbers", async () => {
  const [first, ...others] = JSON.parse(chatGpt) as unknown[];
  const read = await importedFrom(
    { name: "conversations-10.json", contents: "[]" },
    { name: "conversations-2.json", contents: JSON.stringify(others) },
    { name: "conversations-001.json", contents: JSON.stringify([first]) },
  );
  const whole = importFixture("chatgpt/conversations.json");
  expect(outlineOf(read)).toEqual(outlineOf(whole));
  expect(read.notUnderstood).toEqual(whole.notUnderstood);
});

test.each<[string, ZipSample, string]>([
  ["with a password", { name: "conversations.json", contents: claude, isEncrypted: true }, "encrypted"],
  [
    "with an unknown compression method",
    { name: "conversations.json", contents: claude, method: 93 },
    "unknown-compression",
  ],
  ["without a known format", { name: "holiday.jpg", contents: "jpg" }, "unknown-format"],
  ["that says less than it holds", { name: "data.json", contents: zeros(9_000_000), claimedSize: 9 }, "broken-archive"],
  ["that says more than it holds", { name: "data.json", contents: "[]", claimedSize: 9 }, "broken-archive"],
  ["of zeros", { name: "data.json", contents: zeros(9_000_000) }, "archive-bomb"],
  ["of two gigabytes", { name: "data.json", contents: "[]", method: 0, claimedSize: 2e9 }, "archive-bomb"],
  ["of half a file", { name: "data.json", contents: claude.slice(0, 99) }, "not-json"],
])("rejects an archive %s @I8.4", async (_name, sample, reason) => {
  expect(await readZip(sample)).toEqual({ ok: false, reason });
});

test("unpacks no more bytes than an archive entry declares @I8.4", async () => {
  const claimedSize = 3_000_000;
  const file = new Blob([zipOf({ name: "data.json", contents: zeros(60_000_000), claimedSize })]);
  const archive = await openArchive(file, 1e9);
  let unpacked = 0;
  await expect(async () => {
    for (const member of archive.chatFiles) {
      for await (const piece of archive.unpack(member)) unpacked += piece.length;
    }
  }).rejects.toMatchObject({ reason: "broken-archive" });
  expect(unpacked).toBeLessThanOrEqual(claimedSize);
});

test("applies the unpacking limit to all entries of an archive together @I8.4", async () => {
  const parts = [1, 2, 3].map((number) => ({ name: `conversations-${number}.json`, contents: `[${" ".repeat(97)}]` }));
  const file = new Blob([zipOf(...parts)]);
  expect(await readImportFile(file, importContext, { maxBytes: 297 })).toMatchObject({ reason: "unknown-format" });
  expect(await readImportFile(file, importContext, { maxBytes: 296 })).toMatchObject({ reason: "too-long" });
});

test("rejects an archive that is truncated anywhere", async () => {
  const whole = zipOf({ name: "conversations.json", contents: claude });
  for (let length = 4; length < whole.length; length += 1) {
    const read = await readImportFile(new Blob([whole.subarray(0, length)]), importContext);
    expect(read).toEqual({ ok: false, reason: "broken-archive" });
  }
});

test("rejects an archive with any one byte changed", async () => {
  const whole = zipOf({ name: "conversations.json", contents: "[]" });
  for (let place = 4; place < whole.length; place += 1) {
    for (const change of [1, 0x80, 0xff]) {
      const broken = whole.with(place, (whole[place] ?? 0) ^ change);
      expect(await readImportFile(new Blob([broken]), importContext)).toMatchObject({ ok: false });
    }
  }
});

function pngWith(...chunks: readonly (readonly [string, string])[]): Uint8Array<ArrayBuffer> {
  const pieces = chunks.map(([type, text]) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(text.length);
    return Buffer.concat([size, Buffer.from(type + text, "latin1"), Buffer.alloc(4)]);
  });
  return Uint8Array.from(Buffer.concat([onePixelPng.subarray(0, 33), ...pieces, onePixelPng.subarray(33)]));
}

test("reads a character card from its image, and prefers the newer kind", async () => {
  const card = readFileSync("test/fixtures/import/character-card/v2.json");
  const image = pngWith(
    ["tEXt", `chara\0${btoa('{"name":"another"}')}`],
    ["tEXt", "Comment\0hello"],
    ["tEXt", `ccv3\0${card.toString("base64")}`],
  );
  const read = await readImportFile(new Blob([image]), importContext);
  expect(read).toEqual({ ok: true, imported: importFixture("character-card/v2.json") });
});

test.each([
  ["without a card", pngWith()],
  ["whose card is not base64", pngWith(["tEXt", "chara\0{}"])],
  ["that is cut off", pngWith(["tEXt", `chara\0${btoa("{}")}`]).subarray(0, 40)],
])("rejects an image %s", async (_name, image) => {
  expect(await readImportFile(new Blob([image]), importContext)).toEqual({ ok: false, reason: "unknown-format" });
});
