import type { ModelMessage } from "@/lib/chat/request";
import { splitLeadingSystem } from "@/lib/providers/codecs/leading-system";

const brief: ModelMessage = { role: "system", content: "Be brief." };
const kind: ModelMessage = { role: "system", content: [{ type: "text", text: "Be kind." }] };
const blank: ModelMessage = { role: "system", content: " \n" };
const question: ModelMessage = { role: "user", content: "Hello" };

test.each([
  ["none", [question], "", [question]],
  ["several", [brief, blank, kind, question], "Be brief.\n\nBe kind.", [question]],
  ["later ones stay", [brief, question, kind], "Be brief.", [question, kind]],
  ["only system messages stay", [brief, kind], "", [brief, kind]],
  ["no messages", [], "", []],
])("separates leading system messages: %s", (_name, messages, system, others) => {
  expect(splitLeadingSystem(messages)).toEqual({ system, others });
});
