import fc from "fast-check";
import { type FactList, readFactList, storedFactList, withFacts, withoutFacts } from "@/lib/chat/facts";
import { mergeDocument } from "@/lib/import/merge-documents";
import { recordOf } from "@/lib/json";
import { catalogue } from "@/lib/storage/catalogue";
import { cellsOfDocument, documentIn, documentWith, groupOfDocument } from "@/lib/sync/document-cells";
import { emptyLedger, type Ledger, ledgerOf } from "@/lib/sync/ledger";
import { stampLocal } from "@/lib/sync/stamp";
import { emptyState, mergeStates, type SyncState, withoutDead } from "@/lib/sync/state";

const { key } = catalogue.facts;

/** A device with facts, and what it has synced last. */
interface Device {
  list: FactList;
  ledger: Ledger;
}

type Step =
  | { readonly type: "write"; readonly device: number; readonly id: string; readonly text: string }
  | { readonly type: "delete" | "sync"; readonly device: number; readonly id: string };

const id = fc.constantFrom("a", "b", "c");
const device = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant("write" as const), device, id, text: fc.constantFrom("One", "Two", "Three") }),
  fc.record({ type: fc.constantFrom("delete" as const, "sync" as const), device, id }),
);

function stateOf({ list }: Device) {
  return recordOf(storedFactList(list));
}

function sync(device: Device, remote: SyncState, now: number): SyncState {
  const local = new Map([[groupOfDocument(key), cellsOfDocument(key, stateOf(device))]]);
  const merged = withoutDead(mergeStates(stampLocal({ local, ledger: device.ledger, remote, now }), remote));
  const group = documentIn(merged, key);
  if (group) device.list = readFactList(documentWith(key, group, stateOf(device)));
  device.ledger = ledgerOf(merged, device.ledger);
  return merged;
}

function change({ list }: Device, step: Step, now: number): FactList {
  if (step.type === "delete") return withoutFacts(list, new Set([step.id]), now);
  if (step.type !== "write") return list;
  const createdAt = list.facts.find((fact) => fact.id === step.id)?.createdAt ?? now;
  return withFacts(list, [{ id: step.id, text: step.text, createdAt }], now);
}

function textsById({ list }: Device) {
  return Object.fromEntries(list.facts.map((fact) => [fact.id, fact.text]));
}

function run(steps: readonly Step[]): readonly Device[] {
  const devices: Device[] = [0, 1, 2].map(() => ({ list: readFactList(undefined), ledger: emptyLedger }));
  let remote = emptyState;
  let now = 1_000_000_000_000;
  for (const each of steps) {
    now += 10;
    const at = devices[each.device] as Device;
    at.list = change(at, each, now);
    if (each.type === "sync") remote = sync(at, remote, now);
  }
  for (const at of [...devices, ...devices]) {
    now += 10;
    remote = sync(at, remote, now);
  }
  return devices;
}

test("three devices converge to the same facts", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const [first, ...others] = run(steps).map(textsById);
      for (const other of others) expect(other).toEqual(first);
    }),
  );
});

test("the newest change of a fact wins, and a deletion reaches the other devices", () => {
  const both: Step[] = [
    { type: "write", device: 0, id: "a", text: "One" },
    { type: "write", device: 0, id: "b", text: "One" },
    { type: "sync", device: 0, id: "" },
    { type: "sync", device: 1, id: "" },
    { type: "write", device: 1, id: "a", text: "Two" },
    { type: "sync", device: 1, id: "" },
    { type: "sync", device: 0, id: "" },
    { type: "write", device: 0, id: "a", text: "Three" },
    { type: "delete", device: 0, id: "b" },
  ];
  expect(run(both).map(textsById)).toEqual([{ a: "Three" }, { a: "Three" }, { a: "Three" }]);
});

test("an import adds facts, replaces none and restores no deleted one", () => {
  const texts = fc.dictionary(id, fc.record({ text: fc.constantFrom("One", "Two") }));
  const lists = fc.tuple(texts, fc.uniqueArray(id)).map(([facts, deleted]) => ({
    facts,
    deleted: Object.fromEntries(deleted.filter((each) => !(each in facts)).map((each) => [each, 5])),
  }));
  fc.assert(
    fc.property(lists, lists, (here, file) => {
      const merged = mergeDocument(key, here, file);
      expect(mergeDocument(key, merged, file)).toEqual(merged);
      expect(merged).toMatchObject({ facts: here.facts });
      for (const each of Object.keys(here.deleted)) expect(merged.facts).not.toHaveProperty(each);
    }),
  );
});
