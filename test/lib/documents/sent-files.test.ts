import { fileBlock } from "@/lib/chat/file-block";
import type { ModelMessage } from "@/lib/chat/request";
import type { StoredDocument } from "@/lib/chat/text-file";
import { originalIdsIn, withoutOriginal, withSendableFiles } from "@/lib/documents/sent-files";

const id = (letter: string) => letter.repeat(64);
const document = (letter: string, changes: Partial<StoredDocument> = {}): StoredDocument => ({
  id: id("0"),
  pages: 60,
  tokens: 1_000,
  sent: "file",
  file: id(letter),
  ...changes,
});
const referTo = (stored: StoredDocument): ModelMessage => ({
  role: "user",
  content: `Look\n\n${fileBlock({ name: "a.pdf", text: "", document: stored })}`,
});
const limits = {
  input: { maxPages: 100 },
  window: 100_000,
  supportsVision: false,
  sizes: new Map([
    [id("a"), 9],
    [id("b"), 9],
  ]),
};

test("files are sent while the model takes them", () => {
  const messages = [
    referTo(document("a", { pages: 40 })),
    { role: "assistant", content: "Yes." },
    referTo(document("b")),
  ];
  expect(withSendableFiles(messages as ModelMessage[], limits)).toEqual(messages);
  expect((messages as ModelMessage[]).flatMap(originalIdsIn)).toEqual([id("a"), id("b")]);
});

test.each<[string, StoredDocument, Partial<typeof limits>]>([
  ["takes no files", document("a"), { input: undefined as never }],
  ["takes fewer pages", document("a", { pages: 101 }), {}],
  ["needs a deleted file", document("c"), {}],
  ["gets too many bytes", document("a"), { sizes: new Map([[id("a"), 20_000_001]]) }],
])("the text is sent if the model %s", (_reason, stored, changes) => {
  expect(withSendableFiles([referTo(stored)], { ...limits, ...changes })).toEqual([
    referTo({ ...stored, sent: "whole" }),
  ]);
});

test("the files of later messages come first", () => {
  const [earlier, later] = [document("a"), document("b")];
  expect(withSendableFiles([referTo(earlier), referTo(later)], limits)).toEqual([
    referTo({ ...earlier, sent: "whole" }),
    referTo(later),
  ]);
});

test("a long text is sent as passages", () => {
  expect(withoutOriginal(document("a", { tokens: 50_000 }), limits)).toEqual(
    document("a", { tokens: 50_000, sent: "passages" }),
  );
  expect(withoutOriginal(document("a", { sent: "1-3" }), limits)).toEqual(document("a", { sent: "1-3" }));
});

/** Two pages without text. */
const scan = (letter: string, sent: string) => document(letter, { pages: 2, tokens: 8, sent });

test.each<[string, StoredDocument, Partial<typeof limits>, string]>([
  ["the original of a scan", scan("a", "file"), { supportsVision: true }, "images 1-2"],
  ["the original of a scan, without vision", scan("a", "file"), {}, "whole"],
  ["the deleted original of a scan", scan("c", "file"), { supportsVision: true }, "whole"],
  ["chosen images", document("a", { sent: "images 3-4" }), { supportsVision: true }, "images 3-4"],
  ["chosen images, without vision", document("a", { sent: "images 3-4" }), {}, "3-4"],
  ["chosen images of a deleted file", document("c", { sent: "images 3-4" }), { supportsVision: true }, "3-4"],
])("of %s, a model that takes no files gets what it can read", (_case, stored, changes, sent) => {
  const taken = { ...limits, input: undefined as never, ...changes };
  expect(withSendableFiles([referTo(stored)], taken)).toEqual([referTo({ ...stored, sent })]);
});

test("images of pages need the original", () => {
  expect(originalIdsIn(referTo(document("a", { sent: "images 3-4" })))).toEqual([id("a")]);
  expect(originalIdsIn(referTo(document("a", { sent: "3-4" })))).toEqual([]);
});
