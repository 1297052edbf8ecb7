import type { ReadArchive } from "@/lib/documents/read-archive";
import { runCancellable } from "@/store/chats/run-cancellable";

/** Unpacks an archive in a worker, for at most two minutes. Returns undefined if the signal aborts. */
export function unpackInWorker(archive: Blob, signal: AbortSignal): Promise<ReadArchive | undefined> {
  const worker = new Worker(new URL("./archive-worker.ts", import.meta.url), { type: "module" });
  return runCancellable<Blob, ReadArchive>(worker, archive, { signal, onTimeout: { kind: "too-large" } });
}
