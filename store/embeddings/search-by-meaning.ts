import { withTabLock } from "@/lib/platform/tab-locks";
import { boundNameOf } from "@/lib/providers/provider";
import type { Database } from "@/lib/storage/database";
import { localKeys } from "@/lib/storage/local-keys";
import {
  clearVectors,
  deleteOtherVectors,
  measureVectors,
  putVectors,
  readVectors,
} from "@/lib/storage/stored-vectors";
import { pageStorage } from "@/store/base/page-storage";
import { useUi } from "@/store/base/ui";
import { passageTexts } from "@/store/chats/find-passages";
import { embedTexts } from "@/store/embeddings/embed-texts";
import {
  type ChosenEmbedder,
  chosenEmbedder,
  destinationOf,
  type EmbeddingServer,
} from "@/store/embeddings/embedding-servers";
import { refreshEmbeddingSettings, writeEmbeddingSettings } from "@/store/embeddings/embedding-settings";
import { createQuestionMeanings } from "@/store/embeddings/question-meaning";
import { tabContext } from "@/store/records/records";

let isNotified = false;

/** Notifies the user that passages were found by their words, once a tab. */
function notifyFailure({ provider }: ChosenEmbedder): void {
  if (isNotified) return;
  isNotified = true;
  useUi.getState().toast({ kind: "passages-by-words", server: provider.name });
}

const meanings = createQuestionMeanings({
  env: tabContext.env,
  chosen: chosenEmbedder,
  readTexts: (task) => passageTexts(task, tabContext.records.requireDatabase()),
  readVectors,
  putVectors,
  embed: embedTexts,
  withLock: (work) => withTabLock("parley-embeddings", work),
  onFailure: notifyFailure,
});

/** Returns the meaning of a question to documents; undefined if their passages are to be found by words. */
export const { meaningOf } = meanings;

/** Turns the search by meaning on, with the destination that the user sees. Vectors of another model are deleted. */
export async function turnOnSearch(server: EmbeddingServer, model: string): Promise<void> {
  meanings.stop();
  await clearVectors();
  const destination = destinationOf(server);
  writeEmbeddingSettings({ isOn: true, providerId: server.provider.id, model, destination });
  isNotified = false;
}

/** Turns the search by meaning off, stops computing vectors, and deletes them. Other tabs stop before their next request. */
export async function turnOffSearch(): Promise<void> {
  meanings.stop();
  writeEmbeddingSettings({ ...refreshEmbeddingSettings(), isOn: false });
  await clearVectors();
}

/** Sends one text to a server, to find out whether it computes vectors. Throws AppError. */
export async function trySearch(server: EmbeddingServer, model: string): Promise<void> {
  const called = { providerName: boundNameOf(server.provider), model };
  const { signal } = new AbortController();
  await embedTexts({ ...server, called, key: "" }, { inputs: ["test"], purpose: "query", signal }, tabContext.env);
}

/** Whether the search by meaning was ever turned on here. Otherwise no database of vectors is opened. */
function hasVectors(): boolean {
  return pageStorage().getItem(localKeys.embeddings) !== null;
}

/** Deletes the vectors of documents that are not stored any more. */
export async function freeUnusedVectors(database: Pick<Database, "readBlobFacts">): Promise<void> {
  if (!hasVectors()) return;
  const stored = new Set((await database.readBlobFacts()).map(({ id }) => id));
  await deleteOtherVectors((id) => stored.has(id));
}

/** Returns the size of all vectors, in bytes. */
export async function vectorBytes(): Promise<number> {
  return hasVectors() ? measureVectors() : 0;
}
