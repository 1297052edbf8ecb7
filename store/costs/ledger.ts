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
import { catalogue } from "@/lib/storage/catalogue";
import type { TextChanges } from "@/lib/storage/document-texts";
import { documentText, parseDocument, setAsideKey } from "@/lib/storage/documents";
import { largeTexts, type TextStore } from "@/store/records/text-store";

/** The stored calls, by month. Two documents, so that a call only rewrites its month and not all of them. */
export interface Ledger {
  /** Adds a call to its month, in one transaction. Failures are logged: a reply does not depend on the ledger. */
  add(call: LedgerCall, at: number): Promise<void>;
  /** Returns the month of a time, with all calls of this tab that have ended. Throws `storage-unavailable`. */
  readMonthOf(at: number): Promise<LedgerMonth>;
  /** Returns all months. Throws `storage-unavailable`. */
  readAll(): Promise<LedgerMonths>;
  /** Calls `listener` when a tab has added a call. Returns the function that unsubscribes. */
  listen(listener: () => void): () => void;
}

type Entry = typeof catalogue.costMonth | typeof catalogue.costHistory;
const { costMonth, costHistory } = catalogue;

interface LedgerDependencies {
  readonly texts: TextStore;
  readonly now: () => number;
}

/** Creates the ledger over the texts of large documents. */
export function createLedger({ texts, now }: LedgerDependencies): Ledger {
  const adding = new Set<Promise<void>>();

  async function addNow(call: LedgerCall, at: number): Promise<void> {
    const month = monthOf(at);
    let hasEarlier = false;
    await texts.update([costMonth.key], (stored) => {
      const current = readEntry(costMonth, stored[costMonth.key], now());
      hasEarlier = Object.keys(current.months).some((name) => name < month);
      return hasEarlier ? {} : current.write(addCall(current.months, month, call));
    });
    if (!hasEarlier) return;
    // The first call of a month moves the earlier ones.
    await texts.update([costMonth.key, costHistory.key], (stored) => {
      const current = readEntry(costMonth, stored[costMonth.key], now());
      const history = readEntry(costHistory, stored[costHistory.key], now());
      const [earlier, others] = splitMonths(current.months, month);
      return {
        ...history.write(mergeMonths(history.months, earlier)),
        ...current.write(addCall(others, month, call)),
      };
    });
  }

  return {
    add(call, at) {
      const added = addNow(call, at).catch((thrown: unknown) => console.warn("Could not count a call.", thrown));
      adding.add(added);
      return added.finally(() => adding.delete(added));
    },
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
