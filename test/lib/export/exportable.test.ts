import type { Message } from "@/lib/chat/message";
import { exportableOf } from "@/lib/export/exportable";

const said = (id: string, role: Message["role"], rest: Partial<Message> = {}): Message => ({
  id,
  role,
  date: 0,
  content: id,
  ...rest,
});

const failed = { isError: true };

test.each([
  [
    "only the messages before a failed question",
    [said("q1", "user"), said("a1", "assistant"), said("q2", "user", failed), said("a2", "assistant", failed)],
    ["q1", "a1"],
  ],
  [
    "no question whose reply failed, is empty or is streaming",
    [
      said("q1", "user"),
      said("a1", "assistant", failed),
      said("q2", "user"),
      said("a2", "assistant", { content: " " }),
      said("q3", "user"),
      said("a3", "assistant"),
      said("q4", "user"),
      said("a4", "assistant", { streaming: true }),
    ],
    ["q3", "a3"],
  ],
  ["a question without a reply", [said("q1", "user")], ["q1"]],
] as const)("exports %s", (_, messages, left) => {
  expect(exportableOf(messages, {}).map(({ id }) => id)).toEqual(left);
});

test("skips messages before the cleared context, unless it was cleared at the end", () => {
  const messages = [said("q1", "user"), said("a1", "assistant"), said("q2", "user")];
  expect(exportableOf(messages, { clearContextIndex: 2 }).map(({ id }) => id)).toEqual(["q2"]);
  expect(exportableOf(messages, { clearContextIndex: 3 })).toHaveLength(3);
});
