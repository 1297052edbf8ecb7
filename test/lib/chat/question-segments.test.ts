import fc from "fast-check";
import { questionSegments } from "@/lib/chat/question-segments";

const python = `def __init__(self):
    x = a*b*c

    return x`;

const javascript = `const rows = items.map((item) => {
  return item * 2 * scale;
});`;

const html = `<div class="a">
  <b>x</b>
</div>`;

test.each([python, javascript, html])("code without a fence stays as it is written: %j", (code) => {
  expect(questionSegments(code)).toEqual([{ kind: "code", text: code }]);
  expect(questionSegments(`Why does this fail?\n\n${code}\n\nThanks, I *really* wonder.`)).toEqual([
    { kind: "markdown", text: "Why does this fail?" },
    { kind: "code", text: code },
    { kind: "markdown", text: "Thanks, I *really* wonder." },
  ]);
});

test.each([
  "When is *low tide*?",
  "A list:\n\n- one\n- two\n  - three (a note)",
  "1. First\n2. Second\n5. Fifth",
  "# Heading\n\n> a quote; with an end;\n\n| a | b |\n| - | - |",
  "Dear team,\n\nplease return the form (page 2).\n\nFor details: see below.",
  "```js\nconst a = 1;\nconst b = 2;\n```",
  "~~~\nconst a = 1;\nconst b = 2;\n~~~\n\nWhat is it?",
  "Let x = 4. What is x * x?",
  "$$\na = b\n$$",
  "If a = 1:\nwhat is b?",
  "你好\n\n明天几点退潮？",
])("everything else is Markdown: %j", (text) => {
  expect(questionSegments(text)).toEqual([{ kind: "markdown", text }]);
});

test("nothing but blank lines at the edges is lost", () => {
  const line = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom("", "  x = 1;", "def a():", "```", "text"));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const text = lines.join("\n");
      const squeeze = (some: string) => some.replace(/\s+/g, "");
      expect(
        squeeze(
          questionSegments(text)
            .map((segment) => segment.text)
            .join("\n"),
        ),
      ).toBe(squeeze(text));
    }),
  );
});
