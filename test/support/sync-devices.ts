import { emptyLedger, type Ledger, ledgerOf } from "@/lib/sync/ledger";
import type { LocalState } from "@/lib/sync/local-state";
import { changesIn, ledgerWithArrived, type Outbox, withNextOutbox } from "@/lib/sync/outbox";
import { stampLocal } from "@/lib/sync/stamp";
import { emptyState, isAlive, mergeStates, type SyncState, withoutDead } from "@/lib/sync/state";

/** A device with chats of messages, each a text, and a clock of its own. */
export interface Device {
  chats: Map<string, Map<string, string>>;
  ledger: Ledger;
  outboxes: readonly Outbox[];
  skew: number;
}

/** Where all devices sync, with the ids of what it has taken. */
export interface Remote {
  state: SyncState;
  taken: string[];
}

export function newDevice(skew: number): Device {
  return { chats: new Map(), ledger: emptyLedger, outboxes: [], skew };
}

export function newRemote(): Remote {
  return { state: emptyState, taken: [] };
}

function localOf({ chats }: Device): LocalState {
  return new Map(
    [...chats].map(([id, messages]) => [
      `chat/${id}`,
      new Map(
        [...messages].map(([key, text]) => [
          `message/${key}`,
          { value: { id: key, seq: 1, text }, since: Number(text.split("@")[1]) },
        ]),
      ),
    ]),
  );
}

/** Syncs a device; `loses` says what does not arrive. */
export function sync(device: Device, remote: Remote, time: number, loses?: "request" | "answer"): void {
  const now = Math.max(1, time + device.skew);
  const local = localOf(device);
  const ledger = ledgerWithArrived(device.ledger, device.outboxes, remote.taken);
  const stamped = stampLocal({ local, ledger, remote: remote.state, now });
  const merged = withoutDead(mergeStates(stamped, remote.state));
  const next = { id: `${time}`, sent: changesIn({ stamped, merged, local, ledger }) };
  device.outboxes = withNextOutbox(device.outboxes, remote.taken, next);
  if (loses === "request") return;
  remote.state = merged;
  remote.taken.push(next.id);
  if (loses === "answer") return;
  device.chats = chatsIn(merged);
  device.ledger = ledgerOf(merged, ledger);
  device.outboxes = [];
}

export function chatsIn(state: SyncState): Map<string, Map<string, string>> {
  const chats = new Map<string, Map<string, string>>();
  for (const [name, group] of state) {
    if (!isAlive(group)) continue;
    const messages = [...group.cells].flatMap(([key, { value }]) =>
      value === undefined ? [] : [[key.slice("message/".length), (value as { text: string }).text] as const],
    );
    chats.set(name.slice("chat/".length), new Map(messages));
  }
  return chats;
}
