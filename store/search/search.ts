import { AppError } from "@/lib/errors";
import type { Search, SearchAnswer, SearchRequest, SearchResults } from "@/store/search/search-messages";

export type { ChatResult, Search, SearchResults } from "@/store/search/search-messages";

/** A line to the thread that searches. */
export interface SearchLine {
  /** Looks for something else; what was found for the former is told no more. */
  ask(search: Search): void;
  close(): void;
}

/** Who hears of what was found: at once as far as the messages have been read, and again whenever that changes. */
interface SearchListener {
  onResults(results: SearchResults): void;
  onFailure(error: AppError): void;
}

/** How long the thread stays when nobody searches, in milliseconds: it holds the text of all chats in memory. */
const restMs = 5 * 60_000;

const listeners = new Map<number, SearchListener & { number: number }>();
let worker: Worker | undefined;
let lastLine = 0;
let resting: ReturnType<typeof setTimeout> | undefined;

/** Opens a line; the thread begins to read the messages when the first is opened. */
export function openSearch(listener: SearchListener): SearchLine {
  clearTimeout(resting);
  worker ??= startWorker();
  lastLine += 1;
  const line = lastLine;
  const own = { ...listener, number: 0 };
  listeners.set(line, own);
  return {
    ask(search) {
      own.number += 1;
      send({ type: "search", line, number: own.number, search });
    },
    close() {
      listeners.delete(line);
      send({ type: "close", line });
      if (listeners.size > 0) return;
      resting = setTimeout(endWorker, restMs);
    },
  };
}

function startWorker(): Worker {
  const started = new Worker(new URL("./search-worker.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data }: MessageEvent<SearchAnswer>) => {
    if (data.type === "failed") return failAll(new AppError(data.code, data.details));
    const listener = listeners.get(data.line);
    if (listener?.number === data.number) listener.onResults(data.results);
  };
  // Its program could not be loaded, or it has run out of memory.
  started.onerror = ({ message }) => failAll(new AppError("unexpected", { message }));
  return started;
}

/** What has failed is started anew with the next search. */
function failAll(error: AppError): void {
  endWorker();
  for (const listener of listeners.values()) listener.onFailure(error);
}

function endWorker(): void {
  worker?.terminate();
  worker = undefined;
}

function send(request: SearchRequest): void {
  worker ??= startWorker();
  worker.postMessage(request satisfies SearchRequest);
}
