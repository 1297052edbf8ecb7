import fc from "fast-check";
import { fileBlock } from "@/lib/chat/file-block";
import {
  blobIdsInText,
  blobIdsOf,
  blobOfDataUrl,
  dataUrlOfBlob,
  extractImages,
  hasInlineImages,
  readWrittenBlob,
  restoreDocuments,
  restoreImages,
  type StoredBlob,
  toolBlobIdsOf,
  writtenBlob,
} from "@/lib/storage/blobs";

const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes).buffer;
const png: StoredBlob = { id: "b1", at: 7, type: "image/png", size: 3, bytes: bytesOf(1, 2, 255) };
const image = (url: string) => ({ type: "image_url" as const, image_url: { url } });
const text = { type: "text" as const, text: "Look" };

/** With its bytes as numbers, which can be compared. */
const plain = (blob: StoredBlob | undefined) => blob && { ...blob, bytes: [...new Uint8Array(blob.bytes)] };

function counting() {
  let count = 0;
  return { newId: () => `b${++count}`, at: 7 };
}

test("replaces data URLs in a message with blobs and leaves references to them", () => {
  const message = {
    id: "m",
    content: [
      text,
      image("data:image/png;base64,AQL/"),
      image("https://a.example/x.png"),
      image("data:image/gif;base64,AQ=="),
    ],
  };
  const { message: apart, blobs } = extractImages(message, counting());
  expect({ message: apart, blobs: blobs.map(plain) }).toEqual({
    message: { id: "m", content: [text, image("stored:b1"), image("https://a.example/x.png"), image("stored:b2")] },
    blobs: [plain(png), plain({ id: "b2", at: 7, type: "image/gif", size: 1, bytes: bytesOf(1) })],
  });
});

test.each([
  ["text alone", "data:image/png;base64,AQL/"],
  ["a web address", [image("https://a.example/x.png")]],
  ["data that is not base64", [image("data:image/png,x")]],
  ["a stored image", [image("stored:b1")]],
])("leaves a message with %s unchanged", (_name, content) => {
  const message = { content };
  expect(hasInlineImages(message)).toBe(false);
  const taken = extractImages(message, counting());
  expect(taken.message).toBe(message);
  expect(taken.blobs).toEqual([]);
});

test("leaves invalid base64 unchanged", () => {
  const message = { content: [image("data:image/png;base64,A")] };
  expect(extractImages(message, counting())).toEqual({ message, blobs: [] });
});

test("inlines images in requests and skips missing ones", async () => {
  const message = {
    role: "user",
    content: [text, image("stored:b1"), image("stored:gone"), image("https://a.example/x")],
  };
  expect(blobIdsOf(message)).toEqual(["b1", "gone"]);
  expect(await restoreImages(message, async (id) => (id === "b1" ? png : undefined))).toEqual({
    role: "user",
    content: [text, image("data:image/png;base64,AQL/"), image("https://a.example/x")],
  });
});

test("converts bytes to a data URL or a backup and back unchanged", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
      const blob: StoredBlob = { ...png, size: bytes.length, bytes: Uint8Array.from(bytes).buffer };
      expect(plain(blobOfDataUrl(dataUrlOfBlob(blob), blob))).toEqual(plain(blob));
      expect(plain(readWrittenBlob(JSON.parse(JSON.stringify(writtenBlob(blob)))))).toEqual(plain(blob));
    }),
  );
});

test.each([
  ["no id", { ...writtenBlob(png), id: "" }],
  ["an invalid type", { ...writtenBlob(png), type: "text/html;<script>" }],
  ["bytes that are not base64", { ...writtenBlob(png), base64: "%" }],
  ["null", null],
])("does not import an image of a file with %s", (_name, written) => {
  expect(readWrittenBlob(written)).toBeUndefined();
});

test("exports a message's sound, and skips it if it is missing", async () => {
  const wav = { ...png, id: "s1", type: "audio/wav" };
  const message = { content: "Because.", audio_url: "stored:s1" };
  expect(blobIdsOf(message)).toEqual(["s1"]);
  expect(await restoreImages(message, async () => wav)).toEqual({
    content: "Because.",
    audio_url: dataUrlOfBlob(wav),
  });
  expect(await restoreImages(message, async () => undefined)).toEqual({ content: "Because." });
  expect(blobIdsOf({ content: "", audio_url: "a.mp3" })).toEqual([]);
});

test("media in tool results belong to the message", () => {
  const called = { id: "c", name: "draw", argumentsText: "{}" };
  const media = [
    { type: "image/png", url: "stored:t1" },
    { type: "audio/wav", url: "data:audio/wav;base64,UklGR" },
  ];
  const message = { content: [image("stored:b1")], tools: [called, { ...called, media }] };
  expect(blobIdsOf(message)).toEqual(["b1", "t1"]);
  expect(toolBlobIdsOf(message)).toEqual(["t1"]);
});

describe("documents of a message", () => {
  const document = { id: "d".repeat(64), pages: 2, tokens: 9, sent: "whole" };
  const reference = fileBlock({ name: "tides.md", text: "", document });
  const gone = fileBlock({ name: "gone.md", text: "", document: { ...document, id: "e".repeat(64) } });
  const stored: StoredBlob = {
    id: document.id,
    at: 7,
    type: "text/markdown",
    size: 5,
    bytes: new TextEncoder().encode("# Höh").buffer,
  };

  test("count as its blobs, also in JSON", () => {
    const message = { content: [{ type: "text" as const, text: `Read\n\n${reference}` }, image("stored:b1")] };
    expect(blobIdsOf(message)).toEqual(["b1", document.id]);
    expect(blobIdsInText(JSON.stringify([message]))).toEqual([document.id, "b1"]);
  });

  test("count with their original files", () => {
    const withFile = { ...document, sent: "file", file: "f".repeat(64) };
    const message = { content: fileBlock({ name: "tides.pdf", text: "", document: withFile }) };
    expect(blobIdsOf(message)).toEqual([document.id, withFile.file]);
    expect(blobIdsInText(JSON.stringify([message]))).toEqual([document.id, withFile.file]);
  });

  test("are replaced by their texts; missing ones stay references", async () => {
    const message = { role: "user", content: `Read\n\n${reference}\n\n${gone}` };
    expect(await restoreDocuments(message, async (id) => (id === stored.id ? stored : undefined))).toEqual({
      role: "user",
      content: `Read\n\n${fileBlock({ name: "tides.md", text: "# Höh" })}\n\n${gone}`,
    });
  });
});
