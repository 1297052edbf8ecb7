import { AppError } from "@/lib/errors";
import type { SearchEngine } from "@/store/search/search-engine";
import type { Search, SearchAnswer, SearchRequest, SearchResults } from "@/store/search/search-messages";

export type { ChatResult, Search, SearchResults } from "@/store/search/search-messages";

/** A connection to the search worker. */
export interface SearchLine {
  /** Starts another search. Results of the previous one are no longer delivered. */
  ask(search: Search): void;
  close(): void;
}

/** Listener for results. It is called while more are found, and after every change. */
interface SearchListener {
  onResults(results: SearchResults): void;
  onFailure(error: AppError): void;
}

/** An open connection and its last request. */
interface OpenLine extends SearchListener {
  number: number;
  request?: SearchRequest;
}

/** Time until an unused worker is terminated after a search, and after the index was updated, in milliseconds. */
const idleTimeoutMs = 5 * 60_000;
const updatedTimeoutMs = 20_000;

const lines = new Map<number, OpenLine>();
/** The worker, or the engine in this tab if a worker cannot run. */
let engine: SearchEngine | undefined;
let canUseWorker = true;
let lastLine = 0;
let idleTimer: ReturnType<typeof setTimeout> | undefined;

/** Opens a connection. The first one starts the worker, which opens the index. */
export function openSearch(listener: SearchListener): SearchLine {
  clearTimeout(idleTimer);
  engine ??= startEngine();
  lastLine += 1;
  const line = lastLine;
  const own: OpenLine = { ...listener, number: 0 };
  lines.set(line, own);
  return {
    ask(search) {
      own.number += 1;
      own.request = { type: "search", line, number: own.number, search };
      send(own.request);
    },
    close() {
      lines.delete(line);
      engine?.receive({ type: "close", line });
      endWhenIdle(idleTimeoutMs);
    },
  };
}

/** Starts the worker, which brings the index up to date, and ends it soon after. */
export function updateSearchIndex(): void {
  if (canUseWorker) engine ??= startEngine();
}

function startEngine(): SearchEngine {
  return (canUseWorker && startWorker()) || startInTab();
}

function startWorker(): SearchEngine | undefined {
  try {
    const worker = new Worker(new URL("./search-worker.ts", import.meta.url), { type: "module" });
    const started: SearchEngine = {
      receive: (request) => worker.postMessage(request satisfies SearchRequest),
      close: () => worker.terminate(),
    };
    worker.onmessage = ({ data }: MessageEvent<SearchAnswer>) => engine === started && deliver(data);
    // Fires if the worker's script cannot be loaded, or if the worker runs out of memory.
    worker.onerror = (event) => {
      event.preventDefault();
      if (engine !== started) return;
      console.warn("The search worker has failed. The search continues in the tab.", event.message);
      canUseWorker = false;
      endEngine();
      resume();
    };
    return started;
  } catch (thrown) {
    console.warn("The search worker cannot start. The search runs in the tab.", thrown);
    canUseWorker = false;
    return undefined;
  }
}

/** Starts the engine in this tab; requests wait until its code is loaded. */
function startInTab(): SearchEngine {
  let isClosed = false;
  const loading = Promise.all([import("@/store/search/search-engine"), import("@/lib/storage/database")]).then(
    ([{ startEngine: start }, { openDatabase }]) => {
      const inTab = start(
        () => openDatabase(() => {}),
        (answer) => !isClosed && deliver(answer),
      );
      if (isClosed) inTab.close();
      return inTab;
    },
  );
  loading.catch((thrown: unknown) => !isClosed && failAll(new AppError("unexpected", {}, { cause: thrown })));
  const use = (action: (inTab: SearchEngine) => void) => void loading.then(action, () => undefined);
  return {
    receive: (request) => use((inTab) => inTab.receive(request)),
    close() {
      isClosed = true;
      use((inTab) => inTab.close());
    },
  };
}

function deliver(answer: SearchAnswer): void {
  if (answer.type === "failed") failAll(new AppError(answer.code, answer.details));
  else if (answer.type === "updated") endWhenIdle(updatedTimeoutMs);
  else {
    const line = lines.get(answer.line);
    if (line?.number === answer.number) line.onResults(answer.results);
  }
}

/** Repeats the open searches in a new engine. */
function resume(): void {
  for (const { request } of lines.values()) if (request) send(request);
}

/** Ends the engine and reports the error. The next search starts a new one. */
function failAll(error: AppError): void {
  endEngine();
  for (const line of lines.values()) line.onFailure(error);
}

function endWhenIdle(ms: number): void {
  clearTimeout(idleTimer);
  if (lines.size === 0) idleTimer = setTimeout(endEngine, ms);
}

function endEngine(): void {
  engine?.close();
  engine = undefined;
}

function send(request: SearchRequest): void {
  engine ??= startEngine();
  engine.receive(request);
}
