import { splitQuotedReasoning } from "@/lib/import/quoted-reasoning";

test.each([
  ["no quotation", "Answer.", "", "Answer."],
  ["lines and a blank one", "> one\n> two\n\nAnswer.", "one\ntwo", "Answer."],
  ["blank lines in the reasoning", "> one\n> \n> two\n\nAnswer.\n\nMore.", "one\n\ntwo", "Answer.\n\nMore."],
  ["a quotation that goes on after a blank line", "> one\n\n> two\n\nAnswer.", "one\n\ntwo", "Answer."],
  ["a line without its quote marker", "> one\ntwo\n\nAnswer.", "one\ntwo", "Answer."],
  ["only reasoning", "> one\n> two", "one\ntwo", ""],
  ["an empty quotation", ">\n\nAnswer.", "", ">\n\nAnswer."],
  ["a quotation further down", "Answer.\n\n> quoted", "", "Answer.\n\n> quoted"],
  ["an empty text", "", "", ""],
])("separates the leading quotation as reasoning: %s", (_name, text, reasoning, answer) => {
  expect(splitQuotedReasoning(text)).toEqual({ reasoning, answer });
});
