import { openDatabase } from "@/lib/storage/database";
import { startEngine } from "@/store/search/search-engine";
import type { SearchRequest } from "@/store/search/search-messages";

// A worker, so that reading and comparing messages never blocks the tab (docs/decisions/0049-search-index.md).

const engine = startEngine(
  () => openDatabase(() => {}),
  (answer) => postMessage(answer),
);

addEventListener("message", ({ data }: MessageEvent<SearchRequest>) => engine.receive(data));
