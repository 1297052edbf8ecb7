import type { Message } from "@/lib/chat/message";
import { changePrompts, type PromptChange, withText } from "@/lib/chat/prompt-list";
import { sampleMessage } from "../../support/chat-samples";

const list = ["a", "b", "c"].map((id) => sampleMessage({ id }));
const fresh = sampleMessage({ id: "x" });

test.each<[string, PromptChange, string]>([
  ["a message goes", { type: "remove", id: "b" }, "a c"],
  ["one that is not there goes", { type: "remove", id: "z" }, "a b c"],
  ["one comes below another", { type: "insert", message: fresh, below: "a" }, "a x b c"],
  ["one comes at the end", { type: "insert", message: fresh }, "a b c x"],
  ["one comes below none that is there", { type: "insert", message: fresh, below: "z" }, "a b c x"],
  ["one moves up", { type: "move", id: "c", index: 0 }, "c a b"],
  ["one moves down", { type: "move", id: "a", index: 1 }, "b a c"],
  ["one moves beyond the end", { type: "move", id: "a", index: 9 }, "b c a"],
  ["one moves beyond the top", { type: "move", id: "b", index: -1 }, "b a c"],
  ["one that is not there moves", { type: "move", id: "z", index: 0 }, "a b c"],
])("%s", (_name, change, expected) => {
  const changed = changePrompts(list, change);
  expect(changed.map(({ id }) => id).join(" ")).toBe(expected);
  expect(changed.filter((message) => message !== fresh && !list.includes(message))).toEqual([]);
});

test("a text or a role changes one message and leaves the others the same objects", () => {
  const texted = changePrompts(list, { type: "text", id: "b", text: "Ebb" });
  expect(texted).toStrictEqual([list[0], sampleMessage({ id: "b", content: "Ebb" }), list[2]]);
  expect(texted[0]).toBe(list[0]);
  expect(changePrompts(list, { type: "role", id: "b", role: "system" })[1]).toStrictEqual(
    sampleMessage({ id: "b", role: "system" }),
  );
});

describe("another text", () => {
  const image = (url: string) => ({ type: "image_url", image_url: { url } }) as const;
  test.each<[string, Message["content"], Message["content"]]>([
    ["takes the place of a text", "old", "new"],
    ["takes the place of a text alone in parts", [{ type: "text", text: "old" }], "new"],
    [
      "stands before the images, which stay",
      [image("a"), { type: "text", text: "old" }, image("b")],
      [{ type: "text", text: "new" }, image("a"), image("b")],
    ],
    ["is added to images without one", [image("a")], [{ type: "text", text: "new" }, image("a")]],
  ])("%s", (_name, content, expected) => {
    expect(withText(sampleMessage({ id: "a", content, model: "gpt-4o" }), "new")).toStrictEqual(
      sampleMessage({ id: "a", content: expected, model: "gpt-4o" }),
    );
  });
});
