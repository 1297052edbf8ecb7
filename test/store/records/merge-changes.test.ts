import { mergeChanges } from "@/store/records/merge-changes";

const m1 = { id: "m1", sessionId: "s1" };
const m2 = { id: "m2", sessionId: "s1" };

test("changes received together are read once, each record in its last state", () => {
  const joined = mergeChanges([
    { sessions: ["s1"], messages: [m1, m2], removed: [] },
    { sessions: ["s1", "s2"], messages: [m2], removed: [m1] },
    { sessions: [], messages: [], removed: [] },
  ]);
  expect(joined).toEqual({ sessions: ["s1", "s2"], messages: [m2], removed: [m1] });
});

test("reads a message that was restored after its removal", () => {
  const removal = { sessions: [], messages: [], removed: [m1] };
  const undo = { sessions: [], messages: [m1], removed: [] };
  expect(mergeChanges([removal, undo])).toEqual({ sessions: [], messages: [m1], removed: [] });
});
