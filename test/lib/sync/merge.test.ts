import fc from "fast-check";
import { type Cell, type Group, mergeStates, type SyncState } from "@/lib/sync/state";

const cell: fc.Arbitrary<Cell> = fc.record(
  { at: fc.integer({ min: 0, max: 5 }), value: fc.constantFrom("one", "two", { three: 3 }) },
  { requiredKeys: ["at"] },
);
const group: fc.Arbitrary<Group> = fc.record({
  deletedAt: fc.integer({ min: 0, max: 4 }),
  cells: fc
    .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c"), cell), { selector: ([key]) => key })
    .map((entries) => new Map(entries)),
});
const state: fc.Arbitrary<SyncState> = fc
  .uniqueArray(fc.tuple(fc.constantFrom("chat/1", "chat/2", "document/x"), group), { selector: ([name]) => name })
  .map((entries) => new Map(entries));

describe("merging two states", () => {
  test("is commutative", () => {
    fc.assert(
      fc.property(state, state, (one, other) => {
        expect(mergeStates(one, other)).toEqual(mergeStates(other, one));
      }),
    );
  });

  test("is associative", () => {
    fc.assert(
      fc.property(state, state, state, (one, two, three) => {
        expect(mergeStates(mergeStates(one, two), three)).toEqual(mergeStates(one, mergeStates(two, three)));
      }),
    );
  });

  test("is idempotent", () => {
    fc.assert(
      fc.property(state, state, (one, other) => {
        const merged = mergeStates(one, other);
        expect(mergeStates(merged, other)).toEqual(merged);
        expect(mergeStates(merged, merged)).toEqual(merged);
      }),
    );
  });
});
