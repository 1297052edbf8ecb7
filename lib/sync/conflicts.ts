import { isRecord } from "@/lib/fields/fields";
import { canonicalText, fingerprint } from "@/lib/sync/fingerprint";
import type { LedgerCell } from "@/lib/sync/ledger";
import type { LocalCell } from "@/lib/sync/local-state";
import { type Cell, newerOf } from "@/lib/sync/state";

/** What is copied when it was changed on two devices: what a person has written. Of settings the newer simply counts. */
const copiedKinds = ["message/", "masks/", "prompts/"];

/** Where a message stands says nothing of what it says. */
const places: ReadonlySet<string> = new Set(["seq", "isAside", "parentId"]);

/** Whether here and elsewhere something was changed to different ends since it was last the same. */
export function isConflict(
  key: string,
  here: Cell,
  base: LedgerCell | undefined,
  there: Cell | undefined,
): there is Cell {
  if (!there || !copiedKinds.some((kind) => key.startsWith(kind))) return false;
  if (here.value === undefined || there.value === undefined) return false;
  // What has no time comes from a client that only ever adds.
  const isChangedThere = there.at > (base?.at ?? 0);
  const isChangedHere = here.at !== base?.at;
  return isChangedHere && isChangedThere && textOf(here.value) !== textOf(there.value);
}

/**
 * Returns what becomes of the one that loses: another version beside the message, or a mask or prompt of its own. Its
 * name is made of what it says, so that it is the same wherever and however often it is made.
 */
export function conflictCopy(
  key: string,
  here: Cell,
  there: Cell,
  local: ReadonlyMap<string, LocalCell>,
): { readonly key: string; readonly cell: Cell } | undefined {
  const loser = newerOf(here, there) === here ? there : here;
  if (!isRecord(loser.value)) return undefined;
  const copyKey = `${key}~${fingerprint(loser.value)}`;
  const id = copyKey.slice(copyKey.indexOf("/") + 1);
  const place = key.startsWith("message/") ? { isAside: true, ...placeBefore(loser.value, local) } : {};
  return { key: copyKey, cell: { at: loser.at, value: { ...loser.value, id, ...place } } };
}

function textOf(value: unknown): string {
  if (!isRecord(value)) return canonicalText(value);
  return canonicalText(Object.fromEntries(Object.entries(value).filter(([name]) => !places.has(name))));
}

/** Another version follows the message above the one that is shown; what is aside stays where it is. */
function placeBefore(message: Readonly<Record<string, unknown>>, local: ReadonlyMap<string, LocalCell>) {
  if (message.isAside === true) return {};
  let above: { readonly id: unknown; readonly seq: number } | undefined;
  for (const [key, cell] of local) {
    if (cell === "busy" || !key.startsWith("message/") || !isRecord(cell.value)) continue;
    const { id, seq, isAside } = cell.value;
    if (isAside || typeof seq !== "number" || seq >= Number(message.seq)) continue;
    if (!above || seq > above.seq) above = { id, seq };
  }
  return above ? { parentId: above.id } : {};
}
