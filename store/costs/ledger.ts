import { recordOf } from "@/lib/json";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import {
  addCall,
  type LedgerCall,
  type LedgerMonth,
  type LedgerMonths,
  mergeMonths,
  monthOf,
  readMonths,
} from "@/lib/prices/ledger";
import { type OpenCall, type OpenCalls, readOpenCalls, withOpenCall, withoutOpenCall } from "@/lib/prices/open-calls";
import { catalogue } from "@/lib/storage/catalogue";
import type { DocumentTexts, TextChanges } from "@/lib/storage/document-texts";
import { documentText, parseDocument, setAsideKey } from "@/lib/storage/documents";
import { textKeys } from "@/lib/storage/local-keys";
import { largeTexts, type TextStore } from "@/store/records/text-store";

/** The stored calls, by month. Two documents, so that a call only rewrites its month and not all of them. */
export interface Ledger {
  /**
   * Adds a call to its month, in one transaction. Failures are logged: a reply does not depend on the ledger.
   *
   * @param openId the id under which `open` has stored the call; it is only added if no other tab has counted it
   */
  add(call: LedgerCall, at: number, openId?: string): Promise<void>;
  /** Stores a call that is being sent, so that the next start counts it if its tab is closed. Failures are logged. */
  open(id: string, call: OpenCall): Promise<void>;
  /** Removes an open call without counting it. Failures are logged. */
  forget(id: string): Promise<void>;
  /** Returns the stored open calls of all tabs. Throws `storage-unavailable`. */
  readOpen(): Promise<OpenCalls>;
  /** Counts an open call of a closed tab. Resolves with whether it was still open. Throws what `TextStore.update` throws. */
  settle(openId: string, call: LedgerCall, at: number): Promise<boolean>;
  /** Returns the month of a time, with all calls of this tab that have ended. Throws `storage-unavailable`. */
  readMonthOf(at: number): Promise<LedgerMonth>;
  /** Returns all months. Throws `storage-unavailable`. */
  readAll(): Promise<LedgerMonths>;
  /** Calls `listener` when a tab has added a call. Returns the function that unsubscribes. */
  listen(listener: () => void): () => void;
}

type Entry = typeof catalogue.costMonth | typeof catalogue.costHistory;
const { costMonth, costHistory } = catalogue;
const openCallsKey = textKeys.openCalls;

interface LedgerDependencies {
  readonly texts: TextStore;
  readonly now: () => number;
}

/** Creates the ledger over the texts of large documents. */
export function createLedger({ texts, now }: LedgerDependencies): Ledger {
  const adding = new Set<Promise<void>>();
  /** Whether an open call of this tab was stored, by its id. */
  const opening = new Map<string, Promise<boolean>>();

  async function addOnce(call: LedgerCall, at: number, openId = ""): Promise<void> {
    const isOpen = await opening.get(openId);
    opening.delete(openId);
    await addToMonth(texts, now, { call, at, openId: isOpen ? openId : undefined });
  }

  return {
    add(call, at, openId) {
      const added = addOnce(call, at, openId).catch((thrown: unknown) =>
        console.warn("Could not count a call.", thrown),
      );
      adding.add(added);
      return added.finally(() => adding.delete(added));
    },
    async open(id, call) {
      const stored = texts
        .update([openCallsKey], (current) => ({ [openCallsKey]: withOpenCall(current[openCallsKey], id, call) }))
        .then(
          () => true,
          (thrown: unknown) => {
            console.warn("Could not store an open call.", thrown);
            return false;
          },
        );
      opening.set(id, stored);
      await stored;
    },
    async forget(id) {
      try {
        if (await opening.get(id)) await texts.update([openCallsKey], (stored) => withoutOpen(stored, id) ?? {});
      } catch (thrown) {
        console.warn("Could not remove an open call.", thrown);
      }
      opening.delete(id);
    },
    readOpen: async () => readOpenCalls((await texts.read([openCallsKey]))[openCallsKey]),
    settle: (openId, call, at) => addToMonth(texts, now, { call, at, openId }),
    async readMonthOf(at) {
      await Promise.all(adding);
      const stored = await texts.read([costMonth.key]);
      return readEntry(costMonth, stored[costMonth.key], now()).months[monthOf(at)] ?? { rows: [] };
    },
    async readAll() {
      await Promise.all(adding);
      const stored = await texts.read([costMonth.key, costHistory.key]);
      const [current, history] = [costMonth, costHistory].map((entry) => readEntry(entry, stored[entry.key], now()));
      return mergeMonths(history?.months ?? {}, current?.months ?? {});
    },
    listen: (listener) => texts.listen((key) => key === costMonth.key && listener()),
  };
}

interface AddedCall {
  readonly call: LedgerCall;
  readonly at: number;
  /** The id of the stored open call, which is only counted once. */
  readonly openId: string | undefined;
}

/** Adds a call to its month. Returns false if it was open and another tab has counted it. */
async function addToMonth(texts: TextStore, now: () => number, { call, at, openId }: AddedCall): Promise<boolean> {
  const month = monthOf(at);
  const keys = openId === undefined ? [costMonth.key] : [costMonth.key, openCallsKey];
  let hasEarlier = false;
  let isCounted = false;
  await texts.update(keys, (stored) => {
    const ended = withoutOpen(stored, openId);
    isCounted = ended === undefined;
    const current = readEntry(costMonth, stored[costMonth.key], now());
    hasEarlier = Object.keys(current.months).some((name) => name < month);
    return !ended || hasEarlier ? {} : { ...ended, ...current.write(addCall(current.months, month, call)) };
  });
  if (isCounted || !hasEarlier) return !isCounted;
  // The first call of a month moves the earlier ones.
  await texts.update([...keys, costHistory.key], (stored) => {
    const ended = withoutOpen(stored, openId);
    isCounted = ended === undefined;
    if (!ended) return {};
    const current = readEntry(costMonth, stored[costMonth.key], now());
    const history = readEntry(costHistory, stored[costHistory.key], now());
    const [earlier, others] = splitMonths(current.months, month);
    return {
      ...ended,
      ...history.write(mergeMonths(history.months, earlier)),
      ...current.write(addCall(others, month, call)),
    };
  });
  return !isCounted;
}

/** Returns the change that removes an open call; undefined if another tab has counted it. */
function withoutOpen(stored: DocumentTexts, openId: string | undefined): TextChanges | undefined {
  if (openId === undefined) return {};
  const text = withoutOpenCall(stored[openCallsKey], openId);
  return text === undefined ? undefined : { [openCallsKey]: text };
}

/** Parses a document. `write` returns its new text; a text that is unreadable is set aside, a newer one stays. */
function readEntry(entry: Entry, text: string | undefined, now: number) {
  const read = parseDocument(entry, text ?? null);
  const state = read.kind === "found" || read.kind === "newer" ? recordOf(read.state) : {};
  return {
    months: readMonths(state.months),
    write(months: LedgerMonths): TextChanges {
      if (read.kind === "newer") return {};
      const aside = read.kind === "unreadable" ? { [setAsideKey(entry, now)]: read.text } : {};
      return { ...aside, [entry.key]: documentText(entry, { ...state, months }) };
    },
  };
}

/** Returns the months before a month, and the others. */
function splitMonths(months: LedgerMonths, month: string): [earlier: LedgerMonths, others: LedgerMonths] {
  const entries = Object.entries(months);
  return [
    Object.fromEntries(entries.filter(([name]) => name < month)),
    Object.fromEntries(entries.filter(([name]) => name >= month)),
  ];
}

/** The ledger of this browser. */
export const ledger = createLedger({ texts: largeTexts, now: browserEnvironment.now });
