import { isRecord } from "@/lib/json";
import { canonicalText, fingerprint } from "@/lib/sync/fingerprint";
import type { LedgerCell } from "@/lib/sync/ledger";
import type { LocalCell } from "@/lib/sync/local-state";
import { type Cell, newerOf } from "@/lib/sync/state";

/**
 * Cells that are copied if they were changed on two devices: those with the user's texts. For settings, the newer value
 * wins.
 */
const copiedKinds = ["message/", "masks/", "prompts/"];

/** Fields of a message's position, which are not part of its content. */
const places: ReadonlySet<string> = new Set(["seq", "isAside", "parentId"]);

/**
 * Whether a cell was changed here and on the other side to different values since the last sync.
 *
 * @param isRepaired whether another device has repaired the other side since. It may not have seen the value that was
 * synced from here, so every difference counts as a change on both sides.
 */
export function isConflict(
  key: string,
  here: Cell,
  base: LedgerCell | undefined,
  there: Cell | undefined,
  isRepaired: boolean,
): there is Cell {
  if (!there || !copiedKinds.some((kind) => key.startsWith(kind))) return false;
  if (here.value === undefined || there.value === undefined) return false;
  // Cells without a time are from a client that only adds data.
  const isChangedThere = isRepaired || there.at > (base?.at ?? 0);
  const isChangedHere = isRepaired || here.at !== base?.at;
  return isChangedHere && isChangedThere && textOfCell(here.value) !== textOfCell(there.value);
}

/**
 * Returns the copy of the losing value: a hidden version of the message, or a separate mask or prompt. Its key is
 * derived from its content, so that it is the same on all devices and for repeated syncs.
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

/** Returns the content of a cell as text, without the position of a message. */
export function textOfCell(value: unknown): string {
  if (!isRecord(value)) return canonicalText(value);
  return canonicalText(Object.fromEntries(Object.entries(value).filter(([name]) => !places.has(name))));
}

/**
 * Returns the position of a hidden version: after the message above the visible one. A hidden message keeps its
 * position.
 */
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
