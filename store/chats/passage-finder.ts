import { choosePassages } from "@/lib/documents/chosen-passages";
import { createPassageIndex } from "@/lib/documents/passage-index";
import { type StoredBlob, textOfBlob } from "@/lib/storage/blobs";

/** A question and the stored documents in which passages are looked up. */
export interface PassagesTask {
  readonly question: string;
  readonly documents: readonly { readonly id: string; readonly name: string }[];
  readonly maxTokens: number;
}

/** Finds the passages that fit a question. Returns them as text with marks; empty if no document is stored. */
export type FindPassages = (task: PassagesTask) => Promise<string>;

/** Size of the index above which it is built anew, in bytes. */
const maxIndexBytes = 200_000_000;

/** Maximum number of documents whose passages answer one question. */
const maxAnswering = 20;

/** Number of passages by which the answering documents are found. */
const maxHits = 400;

/** Creates a finder. It keeps an index of the documents that were searched, and reads their texts when needed. */
export function createPassageFinder(readBlob: (id: string) => Promise<StoredBlob | undefined>): FindPassages {
  let index = createPassageIndex();
  let indexed = new Set<string>();

  async function textOf(id: string): Promise<string | undefined> {
    const blob = await readBlob(id);
    return blob && textOfBlob(blob);
  }

  async function addAll(documents: PassagesTask["documents"]): Promise<void> {
    if (index.bytes() > maxIndexBytes) {
      index = createPassageIndex();
      indexed = new Set();
    }
    for (const { id, name } of documents) {
      const text = indexed.has(id) ? undefined : await textOf(id);
      if (text === undefined) continue;
      index.add(id, name, text);
      indexed.add(id);
    }
  }

  /** Returns the ids of the documents with the best passages, then of the first others. */
  function answeringIds(question: string, ids: readonly string[]): Set<string> {
    const hits = index.search(question, { limit: maxHits, documents: ids });
    const inOrder = new Set([...hits.map(({ documentId }) => documentId), ...ids]);
    return new Set([...inOrder].slice(0, maxAnswering));
  }

  return async ({ question, documents, maxTokens }) => {
    await addAll(documents);
    const stored = documents.filter(({ id }) => indexed.has(id));
    const answering = answeringIds(
      question,
      stored.map(({ id }) => id),
    );
    const texts = await Promise.all(
      stored
        .filter(({ id }) => answering.has(id))
        .map(async ({ id, name }) => ({ id, name, text: (await textOf(id)) ?? "" })),
    );
    const chosen = choosePassages({ question, documents: texts, maxTokens, index });
    return chosen.documents.map(({ text }) => text).join("\n\n");
  };
}
