import { stablePromptTime } from "@/lib/chat/prompt-time";
import { sampleMessage } from "@/test/support/chat-samples";

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();
const message = (date: number) => sampleMessage({ id: String(date), date });

test.each([
  ["the first message of the chat", [at(25, 9), at(25, 10)], at(25, 11), at(25, 9)],
  ["the first message of the day", [at(24, 9), at(25, 8), at(25, 10)], at(25, 11), at(25, 8)],
  ["the question, if it is the first of the day", [at(24, 9)], at(25, 11), at(25, 11)],
  ["the question of a new chat", [], at(25, 11), at(25, 11)],
  ["a message without a time, of which none counts", [0], at(25, 11), at(25, 11)],
])("the time of the system prompt is that of %s", (_name, dates, asked, expected) => {
  const now = asked + 5000;
  expect(stablePromptTime({ history: dates.map(message), question: message(asked) }, now)).toBe(expected);
});

test("is the current time if no message has one, and never a time to come", () => {
  const now = at(25, 11);
  expect(stablePromptTime({ history: [], question: message(0) }, now)).toBe(now);
  expect(stablePromptTime({ history: [message(now + 5000)], question: message(0) }, now)).toBe(now);
});
