import { endedReplies } from "@/store/turns/reply-notifications";

test.each([
  ["one ends", { a: "1", b: "2" }, { b: "2" }, [["a", "1"]]],
  ["the next one of the chat begins", { a: "1" }, { a: "2" }, [["a", "1"]]],
  ["one begins", {}, { a: "1" }, []],
  ["nothing changes", { a: "1" }, { a: "1" }, []],
  [
    "all end",
    { a: "1", b: "2" },
    {},
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
])("finds the replies that ended: %s", (_name, before, after, expected) => {
  expect(endedReplies(before, after)).toEqual(expected);
});
