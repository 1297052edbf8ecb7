import { parseQuery } from "@/lib/search/query";
import {
  chatsWith,
  type FoundChat,
  findingsOf,
  isOfMessages,
  needsSimilarWords,
  similarRows,
} from "@/lib/search/search-chats";
import { searchBits } from "@/lib/search/signature";
import type { ReadMessage } from "@/store/search/read-message";
import { compare, type Scan, scanOf } from "@/store/search/scan";
import type { SearchIndex } from "@/store/search/search-index";
import type { Search, SearchResults } from "@/store/search/search-messages";
import { type ArchivedChat, resultsOf } from "@/store/search/search-results";

/** The chats and messages that are searched. */
export interface SearchedArchive {
  readonly chats: ReadonlyMap<string, ArchivedChat>;
  /** The index, once it can be read. */
  readonly opening: Promise<SearchIndex>;
}

/** Minimum time between two reports of a search, in milliseconds. */
const reportMs = 100;
/** Delay of the first report, in milliseconds: most searches are finished by then and report only once. */
const firstReportMs = 20;

/** A search whose results are reported until it is closed. */
export class OpenSearch {
  /** Whether all candidates in the index were compared. */
  isScanned = false;
  private readonly archive: SearchedArchive;
  private readonly search: Search;
  private readonly onResults: (results: SearchResults) => void;
  private readonly wanted: readonly string[];
  /** Whether the search finds messages. One with only tags or a project finds chats. */
  private readonly hasMessages: boolean;
  private exact: Scan;
  private similar: Scan | undefined;
  private isClosed = false;
  private reportedAt = performance.now() - reportMs + firstReportMs;
  /** The timer of the next report. */
  private reporting: ReturnType<typeof setTimeout> | undefined;

  constructor(archive: SearchedArchive, search: Search, onResults: (results: SearchResults) => void) {
    this.archive = archive;
    this.search = search;
    this.onResults = onResults;
    this.wanted = parseQuery(search.words);
    this.hasMessages = this.wanted.length > 0 || isOfMessages(search.filter);
    this.exact = scanOf(this.wanted.map((text) => [text]));
  }

  /** Searches everything in the index. */
  async run(): Promise<void> {
    await this.archive.opening;
    if (this.hasMessages) {
      if (this.exactChats().length > 0) this.reportSoon();
      await this.scan(this.exact);
    }
    this.isScanned = true;
    await this.finish();
  }

  private async scan(scan: Scan): Promise<void> {
    const index = await this.archive.opening;
    const bits = scan.rows.map((texts) => texts.map(searchBits));
    for await (const messages of index.candidates(bits, new Set())) {
      if (this.isClosed) return;
      if (compare(scan, this.search, messages)) this.reportSoon();
    }
  }

  /** Searches similar words once all exact matches were found, and reports the results. */
  async finish(): Promise<void> {
    const index = await this.archive.opening;
    if (index.isComplete() && this.isScanned && this.wanted.length > 0) await this.searchSimilar(index);
    await this.report();
  }

  private async searchSimilar(index: SearchIndex): Promise<void> {
    if (!needsSimilarWords(this.exactChats())) this.similar = undefined;
    else if (!this.similar) {
      const rows = similarRows(index.vocabulary(), this.wanted);
      if (!rows) return;
      const similar = scanOf(rows);
      await this.scan(similar);
      this.similar = similar;
    }
  }

  /** Compares messages that were added or have changed. */
  compare(messages: readonly ReadMessage[]): void {
    if (!this.hasMessages) return;
    if (compare(this.exact, this.search, messages)) this.reportSoon();
    if (this.similar) compare(this.similar, this.search, messages);
  }

  /** Forgets all matches, because all messages were replaced. */
  restart(): void {
    this.exact = scanOf(this.exact.rows);
    this.similar = undefined;
  }

  private exactChats(): FoundChat[] {
    return this.chatsOf(this.exact);
  }

  private chatsOf({ matches, rows }: Scan): FoundChat[] {
    return chatsWith(this.archive.chats, matches.values(), rows, this.search.filter);
  }

  private reportSoon(): void {
    const wait = reportMs - (performance.now() - this.reportedAt);
    const report = () => void this.report().catch(() => undefined);
    if (wait <= 0) report();
    else this.reporting ??= setTimeout(report, wait);
  }

  private async report(): Promise<void> {
    clearTimeout(this.reporting);
    this.reporting = undefined;
    if (this.isClosed) return;
    this.reportedAt = performance.now();
    const index = await this.archive.opening;
    const { search, wanted, isScanned, exact, similar } = this;
    const nearly = similar && { rows: similar.rows, chats: this.chatsOf(similar) };
    const findings = findingsOf(wanted, this.exactChats(), nearly);
    const quoted = new Map([...exact.quoted, ...(similar?.quoted ?? [])]);
    const results = await resultsOf({ search, isScanned, findings, quoted }, this.archive.chats, index);
    if (!this.isClosed) this.onResults(results);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.reporting);
  }
}
