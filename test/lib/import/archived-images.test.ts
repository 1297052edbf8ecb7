import { openArchive } from "@/lib/import/archive";
import { withArchivedImages } from "@/lib/import/archived-images";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { sampleRecord } from "../../support/chat-samples";
import { onePixelPng, zipOf } from "../../support/zip-samples";

const place = { id: "m", sessionId: "a", seq: 1 };

function picturing(...urls: readonly string[]): MessageRecord {
  return sampleRecord({ ...place, content: urls.map((url) => ({ type: "image_url", image_url: { url } })) });
}

async function archive() {
  const samples = [
    { name: "file-abc-Moon.png", contents: onePixelPng },
    { name: "user-1/file_00ff-sanitized.png", contents: onePixelPng },
    { name: "file-text.png", contents: "<svg onload=alert(1)>" },
    { name: "file-zeros.png", contents: Buffer.alloc(9_000_000) },
  ];
  return openArchive(new Blob([zipOf(...samples)]), 1e9);
}

function counting(): () => string {
  let count = 0;
  return () => `image-${++count}`;
}

test("replaces both kinds of image pointers, anywhere in a message, with images of the archive", async () => {
  const message = picturing("file-service://file-abc", "https://example.org/a.png", "sediment://file_00ff#anchor");
  const again = picturing("file-service://file-abc");
  const bytes = Uint8Array.from(onePixelPng).buffer;
  const blob = { type: "image/png", at: message.date, size: onePixelPng.length, bytes };
  expect(await withArchivedImages([message, again], await archive(), counting())).toEqual({
    messages: [picturing("stored:image-1", "https://example.org/a.png", "stored:image-2"), picturing("stored:image-1")],
    blobs: [
      { ...blob, id: "image-1" },
      { ...blob, id: "image-2" },
    ],
    notUnderstood: [],
  });
});

test("returns the same object for a message without pointers", async () => {
  const messages = [
    sampleRecord({ ...place, content: "file-service://file-abc" }),
    picturing("https://example.org/a.png"),
  ];
  const read = await withArchivedImages(messages, await archive(), counting());
  expect(read.messages.every((message, index) => message === messages[index])).toBe(true);
});

test.each([
  ["is missing", "file-service://file-ab", "no-file"],
  ["is not an image", "file-service://file-text", "unknown-format"],
  ["exceeds the unpacking limit", "sediment://file-zeros", "archive-bomb"],
])("keeps and reports the pointer of an image that %s @I8.4", async (_name, url, reason) => {
  const message = picturing(url);
  expect(await withArchivedImages([message], await archive(), counting())).toEqual({
    messages: [message],
    blobs: [],
    notUnderstood: [{ where: url, reason }],
  });
});
