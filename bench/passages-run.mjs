import { answerDocuments, answerQuestions, generatedDocuments, uniqueName } from "./passages-corpus.mjs";

const documentCount = 2_000;
const charsPerDocument = 10_000;
const queryCount = 40;

/** Folders of documents with known answers. No weight was chosen by the questions of the second one. */
const folders = ["passages", "passages-held-out"];

/** Measures the index of passages. The app's modules are loaded with the hooks of the caller. */
export async function measurePassages() {
  const { createPassageIndex } = await import("../lib/documents/passage-index.ts");
  const { pagesOf } = await import("../lib/documents/document-pages.ts");
  return [
    ...measureSpeed(createPassageIndex),
    ...folders.map((folder) => measureRecall(folder, createPassageIndex, pagesOf)),
  ];
}

function measureSpeed(createPassageIndex) {
  const documents = generatedDocuments(documentCount, charsPerDocument);
  const index = createPassageIndex();
  const start = performance.now();
  for (const { id, name, text } of documents) index.add(id, name, text);
  const seconds = (performance.now() - start) / 1000;
  const times = [];
  for (let query = 0; query < queryCount; query++) {
    // Not of the Chinese documents.
    const number = query * 50;
    const page = query % 10;
    const words = documents[number].text.slice(300, 360);
    const question = `When will the project ${uniqueName(number, page)} be finished, and what about ${words}?`;
    const before = performance.now();
    const [hit] = index.search(question, { limit: 20 });
    times.push(performance.now() - before);
    if (!hit || hit.documentId !== `d${number}`) throw new Error(`The answer to "${question}" was not found.`);
  }
  times.sort((a, b) => a - b);
  const rounded = (value, digits) => Number(value.toFixed(digits));
  return [
    { name: `${documentCount} documents are indexed in`, unit: " s", value: rounded(seconds, 1) },
    { name: "memory of their index", unit: " MB", value: rounded(index.bytes() / 1e6, 1) },
    { name: "a question is answered in", unit: " ms", value: rounded(times[times.length >> 1], 0), bound: 100 },
    { name: "the slowest of them in", unit: " ms", value: rounded(times.at(-1), 0) },
  ];
}

function measureRecall(folder, createPassageIndex, pagesOf) {
  const index = createPassageIndex();
  const documents = answerDocuments(folder);
  for (const { name, text } of documents) index.add(name, name, text);
  const questions = answerQuestions(folder);
  const found = questions.filter(({ name, page, question }) => {
    const { start, end } = pagesOf(documents.find((document) => document.name === name).text)[page - 1];
    const hits = index.search(question, { limit: 5 });
    return hits.some((hit) => hit.documentId === name && hit.start < end && hit.end > start);
  });
  const value = Math.round((1000 * found.length) / questions.length) / 10;
  return {
    name: `answers of ${questions.length} questions (${folder}) among the first five passages`,
    unit: " %",
    value,
  };
}
