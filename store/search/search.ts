import { AppError } from "@/lib/errors";
import type { Search, SearchAnswer, SearchRequest, SearchResults } from "@/store/search/search-messages";

export type { ChatResult, Search, SearchResults } from "@/store/search/search-messages";

/** A connection to the search worker. */
export interface SearchLine {
  /** Starts another search. Results of the previous one are no longer delivered. */
  ask(search: Search): void;
  close(): void;
}

/** Listener for results. It is called for each part of the messages that has been read, and after every change. */
interface SearchListener {
  onResults(results: SearchResults): void;
  onFailure(error: AppError): void;
}

/** Time until an unused worker is terminated, in milliseconds: it holds the text of all chats in memory. */
const idleTimeoutMs = 5 * 60_000;

const listeners = new Map<number, SearchListener & { number: number }>();
let worker: Worker | undefined;
let lastLine = 0;
let idleTimer: ReturnType<typeof setTimeout> | undefined;

/** Opens a connection. The first one starts the worker, which begins to read the messages. */
export function openSearch(listener: SearchListener): SearchLine {
  clearTimeout(idleTimer);
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
      idleTimer = setTimeout(endWorker, idleTimeoutMs);
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
  // Fires if the worker's script cannot be loaded, or if the worker runs out of memory.
  started.onerror = ({ message }) => failAll(new AppError("unexpected", { message }));
  return started;
}

/** Ends the worker and reports the error. The next search starts a new worker. */
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
