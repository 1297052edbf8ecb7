import { choosePassages } from "@/lib/documents/chosen-passages";
import { fuseRankings } from "@/lib/documents/fused-ranking";
import { createPassageIndex, type PassageHit } from "@/lib/documents/passage-index";
import { similarPassages } from "@/lib/documents/passage-vectors";
import { passagesOf, passageText } from "@/lib/documents/passages";
import { type StoredBlob, textOfBlob } from "@/lib/storage/blobs";
import { type DocumentVectors, readVectors } from "@/lib/storage/stored-vectors";

type ReadBlob = (id: string) => Promise<StoredBlob | undefined>;

/** A question and the stored documents in which passages are looked up. */
export interface PassagesTask {
  readonly question: string;
  readonly documents: readonly { readonly id: string; readonly name: string }[];
  readonly maxTokens: number;
  /** The vector of the question, with which passages are also found by their meaning. */
  readonly meaning?: QuestionMeaning | undefined;
}

/** The vector of a question, and the key of the model that computed it. */
export interface QuestionMeaning {
  readonly vector: readonly number[];
  readonly model: string;
}

/** Passages of a document whose vectors are to be computed: the first one, and limits of their number and characters. */
export interface PassageTextsTask {
  readonly document: string;
  readonly first: number;
  readonly limits: { readonly texts: number; readonly chars: number };
}

/** The texts of passages, and the number of all passages; 0 for a document that is not stored. */
export interface PassageTexts {
  readonly texts: readonly string[];
  readonly passages: number;
}

/** Documents to be indexed before a question is asked. */
export interface IndexTask {
  readonly index: PassagesTask["documents"];
}

/** The search for passages of stored documents. */
export interface PassageFinder {
  /** Finds the passages that fit a question. Returns them as text with marks; empty if no document is stored. */
  find(task: PassagesTask): Promise<string>;
  /** Indexes documents, so that the next question about them does not wait for that. */
  prepare(task: IndexTask): Promise<void>;
}

/** Size of the index above which other documents than those of the question are removed, in bytes. */
const maxIndexBytes = 200_000_000;

/** Maximum number of documents whose passages answer one question. */
const maxAnswering = 20;

/** Number of passages by which the answering documents are found. */
const maxHits = 400;

/** Number of passages that are found by meaning. */
const maxSimilar = 100;

/** Creates a finder. It keeps an index of the documents that were searched, and reads their texts when needed. */
export function createPassageFinder(
  readBlob: ReadBlob,
  read: typeof readVectors = readVectors,
  maxBytes = maxIndexBytes,
): PassageFinder {
  let index = createPassageIndex();
  let indexed = new Set<string>();
  /** All vectors of documents, of one model. They never change, because the id of a document is the hash of its text. */
  let vectors = new Map<string, DocumentVectors>();
  let vectorModel = "";

  async function textOf(id: string): Promise<string | undefined> {
    const blob = await readBlob(id);
    return blob && textOfBlob(blob);
  }

  async function addAll(documents: PassagesTask["documents"]): Promise<void> {
    const wanted = new Set(documents.map(({ id }) => id));
    if (index.bytes() > maxBytes && [...indexed].some((id) => !wanted.has(id))) {
      index = createPassageIndex();
      indexed = new Set();
      vectors = new Map();
    }
    for (const { id, name } of documents) {
      const text = indexed.has(id) ? undefined : await textOf(id);
      if (text === undefined) continue;
      index.add(id, name, text);
      indexed.add(id);
    }
  }

  /** Returns the vectors of the documents of which all are stored. */
  async function vectorsOf(ids: readonly string[], model: string): Promise<Map<string, DocumentVectors>> {
    if (model !== vectorModel) vectors = new Map();
    vectorModel = model;
    const missing = ids.filter((id) => !vectors.has(id));
    const stored = missing.length > 0 ? await read(missing, model) : new Map<string, DocumentVectors>();
    for (const [id, each] of stored) if (isComplete(each)) vectors.set(id, each);
    return new Map(
      ids.flatMap((id): [string, DocumentVectors][] => {
        const known = vectors.get(id);
        return known ? [[id, known]] : [];
      }),
    );
  }

  /** Returns the best passages: by their words, and by their meaning if the vectors of all documents are stored. */
  async function rank({ question, meaning }: PassagesTask, ids: readonly string[]): Promise<readonly PassageHit[]> {
    const byWords = index.search(question, { limit: maxHits, documents: ids });
    if (!meaning) return byWords;
    const withText = ids.filter((id) => index.passageAt(id, 0));
    const searched = await vectorsOf(withText, meaning.model);
    if (searched.size < withText.length) return byWords;
    const similar = similarPassages(meaning.vector, searched, maxSimilar);
    const byMeaning = similar.flatMap(({ documentId, passage }) => index.passageAt(documentId, passage) ?? []);
    return fuseRankings([byWords, byMeaning], ({ documentId, start }) => `${documentId} ${start}`);
  }

  /** Returns the ids of the documents with the best passages, then of the first others. */
  function answeringIds(hits: readonly PassageHit[], ids: readonly string[]): Set<string> {
    const inOrder = new Set([...hits.map(({ documentId }) => documentId), ...ids]);
    return new Set([...inOrder].slice(0, maxAnswering));
  }

  async function find(task: PassagesTask): Promise<string> {
    const { question, documents, maxTokens } = task;
    await addAll(documents);
    const stored = documents.filter(({ id }) => indexed.has(id));
    const ids = stored.map(({ id }) => id);
    const hits = await rank(task, ids);
    const answering = answeringIds(hits, ids);
    const texts = await Promise.all(
      stored
        .filter(({ id }) => answering.has(id))
        .map(async ({ id, name }) => ({ id, name, text: (await textOf(id)) ?? "" })),
    );
    const chosen = choosePassages({ question, documents: texts, maxTokens, index, hits });
    return chosen.documents.map(({ text }) => text).join("\n\n");
  }

  return { find, prepare: ({ index: documents }) => addAll(documents) };
}

/** Whether all passages of a document have a vector. */
function isComplete({ passages, done }: DocumentVectors): boolean {
  return passages > 0 && done === passages;
}

/** Returns the next passages of a document whose vectors are to be computed, at least one if there is one. */
export async function readPassageTexts(
  { document, first, limits }: PassageTextsTask,
  readBlob: ReadBlob,
): Promise<PassageTexts> {
  const blob = await readBlob(document);
  const text = blob ? textOfBlob(blob) : "";
  const passages = passagesOf(text);
  const texts: string[] = [];
  let chars = 0;
  for (const passage of passages.slice(first, first + limits.texts)) {
    const next = passageText(text, passage);
    chars += next.length;
    if (texts.length > 0 && chars > limits.chars) break;
    texts.push(next);
  }
  return { texts, passages: passages.length };
}
