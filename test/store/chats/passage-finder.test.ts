import { packVectors } from "@/lib/documents/passage-vectors";
import type { StoredBlob } from "@/lib/storage/blobs";
import { createPassageFinder, readPassageTexts } from "@/store/chats/passage-finder";

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
  const { find } = createPassageFinder(readBlob);
  expect(await find({ question: "When does the harbour close?", documents, maxTokens: 45 })).toBe(
    "[harbour.pdf, p. 1]\nThe ferry leaves at noon.\n\n[harbour.pdf, p. 2]\nThe harbour closes at nine.",
  );
});

test("indexes a document once", async () => {
  const { find } = createPassageFinder(readBlob);
  await find({ question: "ferry", documents, maxTokens: 1_000 });
  expect(reads.filter((id) => id === "a")).toHaveLength(2);
  reads = [];
  await find({ question: "bread", documents, maxTokens: 1_000 });
  expect(reads.filter((id) => id === "a")).toHaveLength(1);
});

test("prepared documents are not indexed by the question", async () => {
  const { find, prepare } = createPassageFinder(readBlob);
  await prepare({ index: documents });
  expect(reads).toEqual(["a", "gone", "b"]);
  reads = [];
  await find({ question: "ferry", documents, maxTokens: 1_000 });
  expect(reads).toEqual(["gone", "a", "b"]);
});

test("an index that is too large keeps the documents of the question, and no others", async () => {
  const { find } = createPassageFinder(readBlob, undefined, 0);
  const [harbour, , bakery] = documents;
  const ask = async (asked: typeof documents) => {
    reads = [];
    await find({ question: "ferry", documents: asked, maxTokens: 1_000 });
    return reads;
  };
  const both = [harbour, bakery] as typeof documents;
  // Once to be indexed, and once to be sent.
  expect(await ask(both)).toEqual(["a", "b", "a", "b"]);
  expect(await ask(both)).toEqual(["a", "b"]);
  expect(await ask([bakery] as typeof documents)).toEqual(["b", "b"]);
  expect(await ask(both)).toEqual(["a", "a", "b"]);
});

test("without stored documents the result is empty", async () => {
  expect(
    await createPassageFinder(readBlob).find({ question: "x", documents: [{ id: "gone", name: "g" }], maxTokens: 9 }),
  ).toBe("");
});

/** Returns the stored vectors of documents, of one model. */
function stored(vectors: Readonly<Record<string, readonly (readonly number[])[]>>, model = "m") {
  return async (ids: readonly string[], asked: string) =>
    new Map(
      ids.map((id) => {
        const { dimensions, values } = packVectors((asked === model && vectors[id]) || []);
        const done = dimensions === 0 ? 0 : values.length / dimensions;
        return [id, { dimensions, values, done, passages: id === "a" ? 2 : 1 }];
      }),
    );
}

const vectors = {
  a: [
    [1, 0],
    [0, 1],
  ],
  b: [[-1, 0]],
};
const asked = { question: "Until when may ships stay?", documents, maxTokens: 25 };
const ferry = "[harbour.pdf, p. 1]\nThe ferry leaves at noon.";
const closing = "[harbour.pdf, p. 2]\nThe harbour closes at nine.";

test("passages in other words are found by their meaning, and the first passage is sent, too", async () => {
  const { find } = createPassageFinder(readBlob, stored(vectors));
  expect(await find({ ...asked, maxTokens: 45, meaning: { vector: [0.1, 0.9], model: "m" } })).toBe(
    `${ferry}\n\n${closing}`,
  );
  const { find: alone } = createPassageFinder(
    readBlob,
    stored({
      ...vectors,
      b: [[0, 1]],
      a: [
        [0, -1],
        [0, -1],
      ],
    }),
  );
  const found = await alone({ ...asked, meaning: { vector: [0, 1], model: "m" } });
  expect(found).toBe("[bakery.pdf, p. 1]\nBread is baked at four.");
});

test.each([
  ["the vectors of another model", stored(vectors, "other")],
  ["vectors of some passages only", stored({ ...vectors, a: [[0, 1]] })],
])("with %s, words alone decide", async (_, read) => {
  const meaning = { vector: [-1, 0], model: "m" };
  const question = "When does the harbour close?";
  const byWords = await createPassageFinder(readBlob).find({ ...asked, question });
  expect(await createPassageFinder(readBlob, read).find({ ...asked, question, meaning })).toBe(byWords);
});

test("vectors of a document are read once, for each model", async () => {
  const reads: string[] = [];
  const { find } = createPassageFinder(readBlob, async (ids, model) => {
    reads.push(`${model} ${ids.join()}`);
    return stored(vectors, model)(ids, model);
  });
  for (const model of ["m", "m", "n"]) await find({ ...asked, meaning: { vector: [0, 1], model } });
  expect(reads).toEqual(["m a,b", "n a,b"]);
});

test("texts for vectors are read in parts, within the limits of a request", async () => {
  const limits = { texts: 32, chars: 40 };
  const first = { texts: ["## Page 1\n\nThe ferry leaves at noon.\n\n"], passages: 2 };
  expect(await readPassageTexts({ document: "a", first: 0, limits }, readBlob)).toEqual(first);
  expect(await readPassageTexts({ document: "a", first: 1, limits }, readBlob)).toEqual({
    texts: ["## Page 2\n\nThe harbour closes at nine."],
    passages: 2,
  });
  expect(
    (await readPassageTexts({ document: "a", first: 0, limits: { texts: 2, chars: 999 } }, readBlob)).texts,
  ).toHaveLength(2);
  expect(
    (await readPassageTexts({ document: "a", first: 0, limits: { texts: 1, chars: 999 } }, readBlob)).texts,
  ).toHaveLength(1);
  expect(await readPassageTexts({ document: "gone", first: 0, limits }, readBlob)).toEqual({ texts: [], passages: 0 });
});
