import { changePrompts, type PromptChange } from "@/lib/chat/prompt-list";
import { sampleMessage } from "../../support/chat-samples";

const list = ["a", "b", "c"].map((id) => sampleMessage({ id }));
const fresh = sampleMessage({ id: "x" });

test.each<[string, PromptChange, string]>([
  ["removes a message", { type: "remove", id: "b" }, "a c"],
  ["ignores the removal of a missing message", { type: "remove", id: "z" }, "a b c"],
  ["inserts a message below another", { type: "insert", message: fresh, below: "a" }, "a x b c"],
  ["appends a message", { type: "insert", message: fresh }, "a b c x"],
  ["appends a message if the one above is missing", { type: "insert", message: fresh, below: "z" }, "a b c x"],
  ["one moves up", { type: "move", id: "c", index: 0 }, "c a b"],
  ["moves a message down", { type: "move", id: "a", index: 1 }, "b a c"],
  ["one moves beyond the end", { type: "move", id: "a", index: 9 }, "b c a"],
  ["one moves beyond the top", { type: "move", id: "b", index: -1 }, "b a c"],
  ["one that is not there moves", { type: "move", id: "z", index: 0 }, "a b c"],
])("%s", (_name, change, expected) => {
  const changed = changePrompts(list, change);
  expect(changed.map(({ id }) => id).join(" ")).toBe(expected);
  expect(changed.filter((message) => message !== fresh && !list.includes(message))).toEqual([]);
});

test("changing a text or a role replaces one message object and reuses the others", () => {
  const texted = changePrompts(list, { type: "text", id: "b", text: "Ebb" });
  expect(texted).toStrictEqual([list[0], sampleMessage({ id: "b", content: "Ebb" }), list[2]]);
  expect(texted[0]).toBe(list[0]);
  expect(changePrompts(list, { type: "role", id: "b", role: "system" })[1]).toStrictEqual(
    sampleMessage({ id: "b", role: "system" }),
  );
});
