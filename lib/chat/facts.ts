import { type Project, shortened } from "@/lib/chat/project";
import type { ChatSession } from "@/lib/chat/session";
import { boundedTime } from "@/lib/fields/time";
import { isRecord, recordOf, stringOf } from "@/lib/json";

/** Limits of remembered facts: their number, and the length of each in characters. */
export const factLimits = { count: 200, chars: 500 } as const;

/** A fact that the user keeps for all chats. */
export interface Fact {
  readonly id: string;
  /** The text, on one line. */
  readonly text: string;
  /** Time of saving, in milliseconds since the epoch; 0 if unknown. */
  readonly createdAt: number;
}

/** The stored document of remembered facts. */
export interface FactList {
  /** Facts, newest first. */
  readonly facts: readonly Fact[];
  /** Deletion times by id, in milliseconds since the epoch, so that another device does not restore deleted facts. */
  readonly deleted: Readonly<Record<string, number>>;
  /** Other entries, and facts beyond the limit, by key. They are written back unchanged and never sent. */
  readonly unread: Readonly<Record<string, unknown>>;
  /** Time of the last change, for merging. */
  readonly lastUpdateTime: number;
}

/** Returns a text as a fact has it: one line, within the limit. */
export function factText(text: string): string {
  // Bounded before the whitespace is replaced: a message may be very long.
  const start = shortened(text.trimStart(), 4 * factLimits.chars);
  return shortened(start.replace(/\s+/g, " ").trim(), factLimits.chars).trimEnd();
}

/** Reads the stored facts. Never throws. */
export function readFactList(stored: unknown): FactList {
  const { facts, deleted, lastUpdateTime } = recordOf(stored);
  const entries = Object.entries(recordOf(facts));
  const read = inFactOrder(entries.flatMap(([id, value]) => readFact(value, id) ?? [])).slice(0, factLimits.count);
  const ids = new Set(read.map(({ id }) => id));
  const times = Object.entries(recordOf(deleted)).filter(([, time]) => typeof time === "number");
  return {
    facts: read,
    deleted: Object.fromEntries(times) as Record<string, number>,
    unread: Object.fromEntries(entries.filter(([id]) => !ids.has(id))),
    lastUpdateTime: typeof lastUpdateTime === "number" ? lastUpdateTime : 0,
  };
}

/** Reads a stored fact; unknown fields of newer versions are retained. Returns undefined for other values. */
function readFact(stored: unknown, id: string): Fact | undefined {
  if (!isRecord(stored) || id === "") return undefined;
  const text = factText(stringOf(stored.text));
  const { createdAt } = stored;
  return text === ""
    ? undefined
    : { ...stored, id, text, createdAt: typeof createdAt === "number" ? boundedTime(createdAt) : 0 };
}

/** Sorts facts by time, newest first; equal ones by id, so that all devices agree. */
function inFactOrder(facts: readonly Fact[]): Fact[] {
  return facts.toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
}

/** Returns the facts in their stored shape: a record by id, so that two devices can be merged. */
export function storedFactList({ facts, deleted, unread, lastUpdateTime }: FactList): object {
  return {
    facts: { ...unread, ...Object.fromEntries(facts.map((fact) => [fact.id, fact])) },
    deleted,
    lastUpdateTime,
  };
}

/** Adds facts or replaces those with the same ids; their deletions are undone. Facts beyond the limit are not added. */
export function withFacts(list: FactList, changed: readonly Fact[], now: number): FactList {
  const ids = new Set(changed.map(({ id }) => id));
  const others = list.facts.filter(({ id }) => !ids.has(id));
  const added = changed.slice(0, Math.max(0, factLimits.count - others.length));
  const deleted = Object.entries(list.deleted).filter(([id]) => !added.some((fact) => fact.id === id));
  return {
    ...list,
    facts: inFactOrder([...others, ...added]),
    deleted: Object.fromEntries(deleted),
    lastUpdateTime: now,
  };
}

/** Removes facts and records the time of deletion. */
export function withoutFacts(list: FactList, ids: ReadonlySet<string>, now: number): FactList {
  const deleted = Object.fromEntries([...ids].map((id) => [id, now]));
  return {
    ...list,
    facts: list.facts.filter(({ id }) => !ids.has(id)),
    deleted: { ...list.deleted, ...deleted },
    lastUpdateTime: now,
  };
}

/**
 * Whether the requests of a chat contain the remembered facts: the app's switch is on, and neither the chat nor its
 * project turns them off. A chat's own choice comes before that of its project. Temporary chats never use facts.
 */
export function usesFacts(
  isOn: boolean,
  { enableFacts, isTemporary }: Pick<ChatSession, "enableFacts" | "isTemporary">,
  project: Pick<Project, "enableFacts"> | undefined,
): boolean {
  return isOn && !isTemporary && (enableFacts ?? project?.enableFacts ?? true);
}

/** Returns facts as a Markdown list. */
export function factsAsMarkdown(texts: readonly string[]): string {
  return texts.map((text) => `- ${text}`).join("\n");
}
