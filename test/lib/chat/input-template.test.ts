import fc from "fast-check";
import { fillInputTemplate } from "@/lib/chat/input-template";

const values = {
  ServiceProvider: "OpenAI",
  cutoff: "2024-10",
  model: "gpt-5",
  time: "Thu Jan 01 1970 00:00:00 GMT+0000 (UTC)",
  lang: "en",
};

test.each([
  ["{{input}}", "hi", "hi"],
  ["Translate: {{input}}", "hi", "Translate: hi"],
  ["{{input}} / {{input}}", "hi", "hi / hi"],
  ["At {{time}}", "x", "At Thu Jan 01 1970 00:00:00 GMT+0000 (UTC)\nx"],
  ["{{ServiceProvider}} {{model}} {{cutoff}} {{lang}}: {{input}}", "hi", "OpenAI gpt-5 2024-10 en: hi"],
  ["Translate to French", "Translate to French", "Translate to French"],
  ["Translate to French", "Translate to French: hello", "Translate to French: hello"],
  ["Translate: {{input}}", "Translate: {{input}} is a template", "Translate: {{input}} is a template"],
  ["", "hi", "hi"],
  ["  \n", "hi", "hi"],
  ["{{unknown}} {{input}}", "hi", "{{unknown}} hi"],
  ["Translate: {{input}}", "", "Translate: "],
  // What a text says is never read as a pattern or as a variable.
  ["> {{input}}", "$$x$$ costs $& and $1", "> $$x$$ costs $& and $1"],
  ["> {{input}}", "{{time}} {{input}}", "> {{time}} {{input}}"],
])("applies the template %j to %j: %j", (template, input, expected) => {
  expect(fillInputTemplate(template, input, values)).toBe(expected);
});

test("the default template does not change the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (input) => {
      expect(fillInputTemplate("{{input}}", input, values)).toBe(input);
    }),
  );
});

test("any template's result contains the complete text", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (template, input) => {
      expect(fillInputTemplate(template, input, values)).toContain(input);
    }),
  );
});
