import { isRecord, parseJson, recordOf, stringOf } from "@/lib/json";
import type { LedgerCall } from "@/lib/prices/ledger";

/** A call that has not ended, as far as its price depends on it. If its tab is closed, the next start counts it. */
export interface OpenCall extends Pick<LedgerCall, "providerName" | "model" | "projectId"> {
  /** The message that the reply becomes. */
  readonly replyId: string;
  /** Time at which it was sent, in milliseconds since the epoch. */
  readonly at: number;
  /** Estimated tokens of the request. */
  readonly input: number;
  /** Estimated tokens of the reply's message that earlier calls have written. */
  readonly before: number;
}

/** Open calls by id. */
export type OpenCalls = Readonly<Record<string, OpenCall>>;

/** Maximum number of stored open calls; the oldest are removed. */
const maxOpenCalls = 100;
/** Maximum length of a stored name or id. */
const maxNameChars = 200;

/** Parses the stored open calls. Never throws: calls without a valid shape are skipped. */
export function readOpenCalls(text: string | undefined): OpenCalls {
  let stored: unknown;
  try {
    stored = parseJson(text ?? "{}");
  } catch {
    return {};
  }
  const calls = Object.entries(recordOf(stored)).flatMap(([id, value]) => {
    const call = readOpenCall(value);
    return call ? [[id, call] as const] : [];
  });
  return Object.fromEntries(calls.slice(-maxOpenCalls));
}

function readOpenCall(stored: unknown): OpenCall | undefined {
  if (!isRecord(stored)) return undefined;
  const { at, input, before } = stored;
  const [providerName, model, replyId, projectId] = ["providerName", "model", "replyId", "projectId"].map((name) =>
    stringOf(stored[name]).slice(0, maxNameChars),
  );
  if (!providerName || !model || !replyId || !isCount(at) || !isCount(input) || !isCount(before)) return undefined;
  return { providerName, model, replyId, ...(projectId && { projectId }), at, input, before };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Returns the text of the open calls with one added. */
export function withOpenCall(text: string | undefined, id: string, call: OpenCall): string {
  return JSON.stringify(Object.fromEntries([...Object.entries(readOpenCalls(text)), [id, call]].slice(-maxOpenCalls)));
}

/** Returns the text of the open calls without one; undefined if it is not among them. */
export function withoutOpenCall(text: string | undefined, id: string): string | undefined {
  const calls = readOpenCalls(text);
  if (!Object.hasOwn(calls, id)) return undefined;
  const { [id]: _ended, ...others } = calls;
  return JSON.stringify(others);
}
