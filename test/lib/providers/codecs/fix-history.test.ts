import type { ModelMessage } from "@/lib/chat/request";
import { dropBeforeFirstUser, mergeAssistant, mergeUser } from "@/lib/providers/codecs/fix-history";

const system: ModelMessage = { role: "system", content: "Be brief." };
const hello: ModelMessage = { role: "user", content: "Hello" };
const hi: ModelMessage = { role: "assistant", content: "Hi." };
const more: ModelMessage = { role: "assistant", content: "More?" };
const call: ModelMessage = {
  role: "assistant",
  content: "",
  toolCalls: [{ id: "c", name: "tide", argumentsText: "{}" }],
};
const result: ModelMessage = { role: "tool", callId: "c", name: "tide", content: "" };
const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;

describe("an assistant's message before the first question", () => {
  const histories: readonly (readonly [string, ModelMessage[], ModelMessage[]])[] = [
    ["is dropped", [hi, hello], [hello]],
    ["is dropped with its tools", [call, result, hi, hello, more], [hello, more]],
    ["stays if it is a system message", [system, hi, system, hello], [system, system, hello]],
    ["does not exist in a usual chat", [system, hello, hi, hello], [system, hello, hi, hello]],
    ["leaves only system messages of a chat without a question", [system, hi], [system]],
    ["does not exist in an empty chat", [], []],
  ];
  test.each(histories)("%s", (_name, messages, expected) => {
    expect(dropBeforeFirstUser(messages)).toEqual(expected);
  });
});

describe("an assistant's messages", () => {
  const histories: readonly (readonly [string, ModelMessage[], ModelMessage[]])[] = [
    ["are merged if they are consecutive", [hello, hi, more], [hello, { ...hi, content: "Hi.\n\nMore?" }]],
    ["stay separate if others are between them", [hi, hello, more], [hi, hello, more]],
    ["without text are dropped", [hello, { ...hi, content: " \n" }, more], [hello, more]],
    ["with only an image are dropped", [hello, { ...hi, content: [image] }], [hello]],
    ["with calls stay, followed by their results", [hello, call, result, hi], [hello, call, result, hi]],
    ["before calls are merged with them", [hello, hi, call], [hello, { ...call, content: "Hi." }]],
  ];
  test.each(histories)("%s", (_name, messages, expected) => {
    expect(mergeAssistant(messages)).toEqual(expected);
  });

  test("are merged by text, without the assistant's images", () => {
    const drawn: ModelMessage = { role: "assistant", content: [{ type: "text", text: "Here." }, image] };
    expect(mergeAssistant([drawn, more])).toEqual([{ ...more, content: "Here.\n\nMore?" }]);
  });
});

test("a question may be an image without a text", () => {
  const question: ModelMessage = { role: "user", content: [image] };
  expect(mergeAssistant([question, { role: "user", content: "" }])).toEqual([question]);
});

describe("the user's messages", () => {
  const histories: readonly (readonly [string, ModelMessage[], ModelMessage[]])[] = [
    ["are merged if they are consecutive", [hello, hello], [{ ...hello, content: "Hello\n\nHello" }]],
    [
      "keep their images",
      [hello, { role: "user", content: [image] }],
      [{ ...hello, content: [{ type: "text", text: "Hello" }, image] }],
    ],
    ["stay separate if the model's are between them", [hello, hi, hello], [hello, hi, hello]],
  ];
  test.each(histories)("%s", (_name, messages, expected) => {
    expect(mergeUser(messages)).toEqual(expected);
  });
});
