import { AppError } from "@/lib/errors";
import type { VectorRow } from "@/lib/storage/stored-vectors";
import type { PassageTextsTask } from "@/store/chats/passage-finder";
import type { ChosenEmbedder } from "@/store/embeddings/embedding-servers";
import { createQuestionMeanings, type MeaningDependencies } from "@/store/embeddings/question-meaning";
import { fakeEnvironment } from "@/test/support/fake-environment";

const openAI = { key: "1 openai small" } as ChosenEmbedder;

/** Lets pending promises settle. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

interface World {
  /** The texts of the passages, by document. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
  readonly embed?: MeaningDependencies["embed"];
  readonly stored?: readonly VectorRow[];
  readonly chosen?: ChosenEmbedder | undefined;
}

/** Creates a search over documents. It sends two texts at once, and the vector of a text is its length. */
function search({ texts, embed, stored = [], chosen = openAI }: World) {
  const env = fakeEnvironment();
  const rows = [...stored];
  const sent: string[] = [];
  const failures: string[] = [];
  const state: { chosen: ChosenEmbedder | undefined } = { chosen };
  const meanings = createQuestionMeanings({
    env,
    chosen: () => state.chosen,
    readTexts: async ({ document, first }: PassageTextsTask) => ({
      texts: (texts[document] ?? []).slice(first, first + 2),
      passages: texts[document]?.length ?? 0,
    }),
    readVectors: async (documents, model) =>
      new Map(
        documents.map((id) => {
          const own = rows.filter((row) => row.document === id && row.model === model);
          const done = own.reduce((sum, { values, dimensions }) => sum + values.byteLength / dimensions, 0);
          const { dimensions = 0, passages = 0 } = own[0] ?? {};
          return [id, { dimensions, values: new Int8Array(), done, passages }];
        }),
      ),
    putVectors: async (row) => void rows.push(row),
    embed: async (...call) => {
      const { purpose, inputs } = call[1];
      sent.push(`${purpose} ${inputs.join()}`);
      return embed ? embed(...call) : inputs.map((text) => [text.length]);
    },
    withLock: (work) => work(),
    onFailure: ({ key }) => failures.push(key),
  });
  return { ...meanings, env, rows, sent, failures, state };
}

const asked = { question: "ebb?", documents: ["a", "b"] };
const texts = { a: ["one", "three", "fifteen"], b: ["x"] };

test("a question has a meaning once the vectors of all passages are stored", async () => {
  const { meaningOf, rows, sent, failures } = search({ texts });
  expect(await meaningOf(asked)).toEqual({ vector: [4], model: "1 openai small" });
  expect(sent.sort()).toEqual(["document fifteen", "document one,three", "document x", "query ebb?"]);
  expect(rows.map(({ values, ...row }) => ({ ...row, values: [...new Int8Array(values)] }))).toEqual([
    { document: "a", first: 0, passages: 3, model: "1 openai small", dimensions: 1, values: [127, 127] },
    { document: "a", first: 2, passages: 3, model: "1 openai small", dimensions: 1, values: [127] },
    { document: "b", first: 0, passages: 1, model: "1 openai small", dimensions: 1, values: [127] },
  ]);
  // The same question again sends nothing, another one sends itself only.
  await meaningOf(asked);
  await meaningOf({ ...asked, question: "flood?" });
  expect(sent.slice(4)).toEqual(["query flood?"]);
  expect(failures).toEqual([]);
});

test("nothing is sent while the search is off @S10.5", async () => {
  const { meaningOf, state, sent } = search({ texts });
  state.chosen = undefined;
  expect(await meaningOf(asked)).toBeUndefined();
  expect(sent).toEqual([]);
});

test("vectors of an earlier page are not computed again", async () => {
  const row = { document: "a", first: 0, passages: 3, model: openAI.key, dimensions: 1, values: new ArrayBuffer(2) };
  const { meaningOf, sent } = search({ texts, stored: [row] });
  await meaningOf(asked);
  expect(sent.sort()).toEqual(["document fifteen", "document x", "query ebb?"]);
});

test("the background stops before the next request when the search is turned off", async () => {
  const { meaningOf, state, sent, rows } = search({
    texts,
    embed: async (_, { inputs, purpose }) => {
      if (purpose === "document") state.chosen = undefined;
      return inputs.map(() => [1]);
    },
  });
  expect(await meaningOf(asked)).toBeUndefined();
  expect(sent.filter((each) => each.startsWith("document"))).toEqual(["document one,three"]);
  expect(rows).toHaveLength(1);
});

test("a server that refuses is reported, and words find the passages", async () => {
  const { meaningOf, failures } = search({
    texts,
    embed: async () => {
      throw new AppError("auth");
    },
  });
  expect(await meaningOf(asked)).toBeUndefined();
  expect(failures).toEqual(["1 openai small"]);
});

test("a server that does not answer within eight seconds is reported", async () => {
  const { meaningOf, failures, env } = search({ texts, embed: () => new Promise(() => {}) });
  const meaning = meaningOf(asked);
  await settle();
  await env.advance(7999);
  expect(failures).toEqual([]);
  await env.advance(1);
  expect(await meaning).toBeUndefined();
  expect(failures).toEqual(["1 openai small"]);
});

test("a long document is read in the background: only the first question waits for it", async () => {
  let release = () => {};
  const { meaningOf, failures, env, sent } = search({
    texts,
    embed: async (_, { inputs, purpose }) => {
      if (purpose === "document") await new Promise<void>((resolve) => (release = resolve));
      return inputs.map(() => [1]);
    },
  });
  const first = meaningOf(asked);
  await settle();
  await env.advance(8000);
  expect(await first).toBeUndefined();
  expect(await meaningOf({ ...asked, question: "flood?" })).toBeUndefined();
  expect(sent).not.toContain("query flood?");
  for (let request = 0; request < 3; request++) {
    release();
    await settle();
  }
  expect(await meaningOf(asked)).toEqual({ vector: [1], model: openAI.key });
  expect(failures).toEqual([]);
});

test("a request of the background is repeated after a passing error, but not after others", async () => {
  const errors: AppError[] = [new AppError("rate-limit"), new AppError("server")];
  const { meaningOf, env, sent } = search({
    texts: { a: ["one"] },
    embed: async (_, { inputs, purpose }) => {
      const error = purpose === "document" ? errors.shift() : undefined;
      if (error) throw error;
      return inputs.map(() => [1]);
    },
  });
  const meaning = meaningOf({ ...asked, documents: ["a"] });
  await settle();
  await env.advance(5000);
  expect(sent.filter((each) => each === "document one")).toHaveLength(2);
  await env.advance(3000);
  expect(await meaning).toBeUndefined();
  await env.advance(12_000);
  await settle();
  expect(await meaningOf({ ...asked, documents: ["a"] })).toEqual({ vector: [1], model: openAI.key });
  expect(sent.filter((each) => each === "document one")).toHaveLength(3);
});

test("another length of vectors under the same name ends the work", async () => {
  const row = { document: "a", first: 0, passages: 3, model: openAI.key, dimensions: 2, values: new ArrayBuffer(4) };
  const { meaningOf, failures, rows } = search({ texts: { a: ["one", "two", "ten"] }, stored: [row] });
  expect(await meaningOf({ ...asked, documents: ["a"] })).toBeUndefined();
  expect([failures, rows]).toEqual([["1 openai small"], [row]]);
});

test("a document that is not stored, or has no text, needs no vectors", async () => {
  const { meaningOf, sent } = search({ texts: {} });
  expect(await meaningOf(asked)).toEqual({ vector: [4], model: openAI.key });
  expect(sent).toEqual(["query ebb?"]);
});
