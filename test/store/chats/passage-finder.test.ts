import type { StoredBlob } from "@/lib/storage/blobs";
import { createPassageFinder } from "@/store/chats/passage-finder";

const texts: Readonly<Record<string, string>> = {
  a: "## Page 1\n\nThe ferry leaves at noon.\n\n## Page 2\n\nThe harbour closes at nine.",
  b: "## Page 1\n\nBread is baked at four.",
};
let reads: string[] = [];

async function readBlob(id: string): Promise<StoredBlob | undefined> {
  reads.push(id);
  const text = texts[id];
  if (text === undefined) return undefined;
  const { buffer, byteLength } = new TextEncoder().encode(text);
  return { id, type: "text/markdown", at: 0, size: byteLength, bytes: buffer };
}

const documents = [
  { id: "a", name: "harbour.pdf" },
  { id: "gone", name: "gone.pdf" },
  { id: "b", name: "bakery.pdf" },
];

beforeEach(() => {
  reads = [];
});

test("finds passages with marks, within the tokens; deleted documents are skipped", async () => {
  const find = createPassageFinder(readBlob);
  expect(await find({ question: "When does the harbour close?", documents, maxTokens: 45 })).toBe(
    "[harbour.pdf, p. 1]\nThe ferry leaves at noon.\n\n[harbour.pdf, p. 2]\nThe harbour closes at nine.",
  );
});

test("indexes a document once", async () => {
  const find = createPassageFinder(readBlob);
  await find({ question: "ferry", documents, maxTokens: 1_000 });
  expect(reads.filter((id) => id === "a")).toHaveLength(2);
  reads = [];
  await find({ question: "bread", documents, maxTokens: 1_000 });
  expect(reads.filter((id) => id === "a")).toHaveLength(1);
});

test("without stored documents the result is empty", async () => {
  expect(
    await createPassageFinder(readBlob)({ question: "x", documents: [{ id: "gone", name: "g" }], maxTokens: 9 }),
  ).toBe("");
});
