import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import type { Message, MessageTool } from "@/lib/chat/message";
import { emptyReply, foldReply, messageOfReply } from "@/lib/chat/reply";
import { type CallStep, type ReplySection, sectionsOf } from "@/lib/chat/reply-sections";

const blank: Message = { id: "m", role: "assistant", content: "", date: 0 };

function tool(name: string, textBefore?: number): MessageTool {
  return { id: name, name, argumentsText: "{}", ...(textBefore !== undefined && { textBefore }) };
}

/** Returns the sections in short: texts and thoughts with their kind, calls by name. */
function shortOf(message: Partial<Message>) {
  return sectionsOf({ ...blank, ...message }).map((section) => {
    if (section.kind !== "steps") return `${section.kind}: ${section.text}`;
    return section.steps.map((step) => (step.kind === "call" ? step.tool.name : `thought: ${step.text}`));
  });
}

function messageOf(events: readonly ChatEvent[]): Message {
  return messageOfReply(blank, events.reduce(foldReply, emptyReply));
}

test("a plain reply is its reasoning and its text", () => {
  expect(sectionsOf({ ...blank, content: "\n    code", reasoning: "Hm." })).toEqual([
    { kind: "thought", text: "Hm.", from: 0 },
    { kind: "text", text: "    code", from: 0 },
  ]);
  expect(shortOf({})).toEqual([]);
  expect(shortOf({ content: " \n " })).toEqual([]);
});

test("reasoning, text and calls keep the order in which the model wrote them", () => {
  const message = messageOf([
    { type: "reasoning-delta", text: "First." },
    { type: "text-delta", text: "I look. " },
    { type: "reasoning-delta", text: "Then." },
    { type: "tool-call-start", index: 0, id: "a", name: "tide" },
    { type: "tool-call-start", index: 1, id: "b", name: "wind" },
    { type: "round" },
    { type: "reasoning-delta", text: "More." },
    { type: "tool-call-start", index: 0, id: "c", name: "moon" },
    { type: "round" },
    { type: "text-delta", text: "It is high." },
  ]);
  expect(shortOf(message)).toEqual([
    "thought: First.",
    "text: I look.",
    "thought: Then.",
    ["tide", "wind", "thought: More.", "moon"],
    "text: It is high.",
  ]);
});

test.each([" \n\n", "\n\n\n", "  "])("white space %j before a call does not move the call", (space) => {
  const events: ChatEvent[] = [
    { type: "text-delta", text: `I look:${space}` },
    { type: "tool-call-start", index: 0, id: "a", name: "tide" },
    { type: "round" },
    { type: "text-delta", text: "It is high." },
  ];
  expect(shortOf(messageOf(events))).toEqual(["text: I look:", ["tide"], "text: It is high."]);
});

test("a call after the text so far follows it while the reply grows", () => {
  expect(shortOf({ content: "I look.", tools: [tool("tide", 7)], streaming: true })).toEqual([
    "text: I look.",
    ["tide"],
  ]);
});

test.each<[string, Partial<Message>]>([
  ["their places are unknown", { content: "One.\n\nTwo.", tools: [tool("a"), tool("b")] }],
  ["the text was edited", { content: "One, changed.\n\nTwo.", tools: [tool("a", 4), tool("b", 4)] }],
  ["their places are out of order", { content: "One.\n\nTwo.", tools: [tool("a", 4), tool("b", 0)] }],
])("all calls come first if %s", (_when, message) => {
  expect(shortOf(message)).toEqual([["a", "b"], `text: ${message.content}`]);
});

test("reasoning inside a paragraph does not split it", () => {
  const thoughtParts = [{ start: 5, textBefore: 4, callsBefore: 0 }];
  expect(shortOf({ content: "In a word.", reasoning: "Hm.\n\nSo.", thoughtParts })).toEqual([
    "thought: Hm.\n\nSo.",
    "text: In a word.",
  ]);
});

test("a call that is written in the text follows it as a call", () => {
  const content = 'I look.\n\n```json:mcp:sea\n{"method":"tools/call","params":{"name":"tide"}}\n```';
  const tools = [{ ...tool("tide", content.length), client: "sea" }];
  expect(shortOf({ content, tools })).toEqual(["text: I look.", ["tide"]]);
});

test("nothing of a reply is lost or doubled, whatever its events or the places of its parts", () => {
  const word = fc.stringMatching(/^[a-z \n]{0,6}$/);
  const event = fc.oneof(
    word.map((text): ChatEvent => ({ type: "text-delta", text })),
    word.map((text): ChatEvent => ({ type: "reasoning-delta", text })),
    fc.nat(3).map((index): ChatEvent => ({ type: "tool-call-start", index, id: `${index}`, name: "tide" })),
    fc.constant<ChatEvent>({ type: "round" }),
    fc.constant<ChatEvent>({ type: "text-start" }),
  );
  const place = fc.integer({ min: -2, max: 40 });
  const parts = fc.array(fc.record({ start: place, textBefore: place, callsBefore: place }), { maxLength: 4 });
  const folded = fc.array(event, { maxLength: 20 }).map(messageOf);
  const damaged = fc.record({ message: folded, thoughtParts: parts, places: fc.array(place) }).map(
    ({ message, thoughtParts, places }): Message => ({
      ...message,
      ...(message.reasoning && { thoughtParts: thoughtParts.toSorted((one, other) => one.start - other.start) }),
      ...(message.tools && {
        tools: message.tools.map((each, index) => ({ ...each, textBefore: places[index] ?? 0 })),
      }),
    }),
  );
  fc.assert(
    fc.property(fc.oneof(folded, damaged), (message) => {
      const sections = sectionsOf(message);
      type Part = ReplySection | CallStep;
      const steps = sections.flatMap((section): readonly Part[] =>
        section.kind === "steps" ? section.steps : [section],
      );
      const joined = (kind: string) => steps.flatMap((step) => (step.kind === kind && "text" in step ? step.text : ""));
      const solid = (text: string) => text.replace(/\s/g, "");
      expect(solid(joined("text").join(""))).toBe(solid(String(message.content)));
      expect(solid(joined("thought").join(""))).toBe(solid(message.reasoning ?? ""));
      expect(steps.flatMap((step) => (step.kind === "call" ? step.index : []))).toEqual([
        ...(message.tools ?? []).keys(),
      ]);
      const keys = sections.map(({ kind, from }) => `${kind} ${from}`);
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});
