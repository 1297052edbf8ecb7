import { columnStatus, endedSince } from "@/components/chat/comparison/column-status";
import { sampleMessage } from "../../../support/chat-samples";

test.each([
  [{ streaming: true, content: "" }, "waiting"],
  [{ streaming: true, content: "", reasoning: "Hm." }, "writing"],
  [{ streaming: true }, "writing"],
  [{ isError: true }, "failed"],
  [{ stopped: true }, "stopped"],
  [{}, "finished"],
])("a reply with %j is %s", (given, expected) => {
  expect(columnStatus(sampleMessage({ id: "a", role: "assistant", content: "Low.", ...given }))).toBe(expected);
});

test("all replies that have ended since then are found", () => {
  expect(
    endedSince(["waiting", "writing", "writing", "finished"], ["failed", "writing", "stopped", "finished"]),
  ).toEqual([0, 2]);
  expect(endedSince([], ["finished"])).toEqual([]);
  expect(endedSince(["finished"], ["waiting"])).toEqual([]);
});
