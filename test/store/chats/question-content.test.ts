import { loadTemplateCode, questionContent } from "@/store/chats/question-content";
import { sampleSession, usualSettings } from "../../support/chat-samples";

function chatWith(template: string) {
  const plain = sampleSession({ id: "s1" });
  const modelConfig = { ...usualSettings, model: "gpt-4.1", providerName: "Azure", template };
  return { ...plain, mask: { ...plain.mask, modelConfig } };
}

test("applies the chat's template to a text, with the model and the provider of the chat", async () => {
  const chat = chatWith("{{ServiceProvider}} {{model}} {{cutoff}} {{lang}}: {{input}}");
  expect(loadTemplateCode(chatWith("{{model}}: {{input}}"))).toBeUndefined();
  await loadTemplateCode(chat);
  expect(loadTemplateCode(chat)).toBeUndefined();
  expect(questionContent("hi", chat)).toBe("Azure gpt-4.1 2024-06 en: hi");
});

test("formats the time with its zone, as Date does", () => {
  const [, time = ""] = /^At (.+)\nhi$/.exec(String(questionContent("hi", chatWith("At {{time}}")))) ?? [];
  expect(String(new Date(time))).toBe(time);
});

test("sends a text with images unchanged", () => {
  const parts = [
    { type: "text", text: "Which port?" },
    { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
  ] as const;
  expect(questionContent(parts, chatWith("Translate: {{input}}"))).toBe(parts);
});
