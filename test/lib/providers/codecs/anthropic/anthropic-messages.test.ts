import type { ModelMessage } from "@/lib/chat/request";
import { anthropicMessages } from "@/lib/providers/codecs/anthropic/anthropic-messages";

function shaped(messages: readonly ModelMessage[]): unknown {
  return anthropicMessages(messages, { takesPrefill: true });
}

const png = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;
const photo = { type: "image_url", image_url: { url: "https://images.test/1.jpg" } } as const;
const lost = { type: "image_url", image_url: { url: "blob:https://parley.test/1" } } as const;

const tideCall = { id: "t1", name: "tide", argumentsText: '{"place":"Amber"}' };
const nowCall = { id: "t2", name: "now", argumentsText: "" };

const cases: readonly (readonly [string, readonly ModelMessage[], unknown])[] = [
  [
    "leaves an alternating conversation unchanged",
    [
      { role: "user", content: "One" },
      { role: "assistant", content: "Two" },
      { role: "user", content: "Three" },
    ],
    [
      { role: "user", content: "One" },
      { role: "assistant", content: "Two" },
      { role: "user", content: "Three" },
    ],
  ],
  [
    "sends a system message as the user's, with a placeholder between two of the user's",
    [
      { role: "user", content: "One" },
      { role: "system", content: "Two" },
      { role: "user", content: "Three" },
    ],
    [
      { role: "user", content: "One" },
      { role: "assistant", content: ";" },
      { role: "user", content: "Two" },
      { role: "assistant", content: ";" },
      { role: "user", content: "Three" },
    ],
  ],
  [
    "adds a placeholder before a leading assistant message",
    [{ role: "assistant", content: "Welcome" }],
    [
      { role: "user", content: ";" },
      { role: "assistant", content: "Welcome" },
    ],
  ],
  [
    "omits blank messages, with placeholders where needed",
    [
      { role: "assistant", content: "\n" },
      { role: "user", content: " One " },
      { role: "assistant", content: "" },
      { role: "system", content: "  " },
      { role: "user", content: [{ type: "text", text: " " }] },
      { role: "user", content: "Two" },
    ],
    [
      { role: "user", content: " One " },
      { role: "assistant", content: ";" },
      { role: "user", content: "Two" },
    ],
  ],
  ["sends a placeholder for an empty conversation", [{ role: "user", content: " " }], [{ role: "user", content: ";" }]],
  [
    "sends images as data or by address, and omits blank texts and unreachable images",
    [{ role: "user", content: [{ type: "text", text: "Which port?" }, png, { type: "text", text: "" }, photo, lost] }],
    [
      {
        role: "user",
        content: [
          { type: "text", text: "Which port?" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
          { type: "image", source: { type: "url", url: "https://images.test/1.jpg" } },
        ],
      },
    ],
  ],
  [
    "omits images of the assistant",
    [
      { role: "user", content: "Draw" },
      { role: "assistant", content: [{ type: "text", text: "Here" }, png] },
      { role: "assistant", content: [png] },
    ],
    [
      { role: "user", content: "Draw" },
      { role: "assistant", content: "Here" },
    ],
  ],
  [
    "sends the results of a round in one message, and the parts before in their order",
    [
      { role: "user", content: "Tides?" },
      {
        role: "assistant",
        content: "Looking.",
        toolCalls: [tideCall, nowCall],
        parts: [
          { type: "replay", item: { kind: "anthropic.thinking", thinking: "Hm.", signature: "sig==" } },
          { type: "text", text: "Looking." },
          { type: "replay", item: { kind: "anthropic.redacted_thinking", data: "data==" } },
          { type: "call", call: tideCall },
          { type: "replay", item: { kind: "anthropic.thinking", thinking: "", signature: "sig2==" } },
          { type: "replay", item: { kind: "anthropic.thinking", thinking: "unsigned", signature: "" } },
          { type: "replay", item: { kind: "openai.reasoning", id: "rs_1", encryptedContent: "x" } },
          { type: "call", call: nowCall },
        ],
      },
      { role: "tool", callId: "t1", name: "tide", content: "06:12" },
      { role: "tool", callId: "t2", name: "now", content: "05:00", isError: true },
      { role: "assistant", content: " ", toolCalls: [{ id: "t3", name: "tide", argumentsText: "[1" }] },
      { role: "tool", callId: "t3", name: "tide", content: "18:40" },
    ],
    [
      { role: "user", content: "Tides?" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature: "sig==" },
          { type: "text", text: "Looking." },
          { type: "redacted_thinking", data: "data==" },
          { type: "tool_use", id: "t1", name: "tide", input: { place: "Amber" } },
          { type: "thinking", thinking: "", signature: "sig2==" },
          { type: "tool_use", id: "t2", name: "now", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "t1", content: "06:12" },
          { type: "tool_result", tool_use_id: "t2", content: "05:00", is_error: true },
        ],
      },
      { role: "assistant", content: [{ type: "tool_use", id: "t3", name: "tide", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t3", content: "18:40" }] },
    ],
  ],
  [
    "sends images of a result inside it, after its text",
    [
      { role: "user", content: "Draw." },
      { role: "assistant", content: "", toolCalls: [{ id: "t1", name: "draw", argumentsText: "{}" }] },
      { role: "tool", callId: "t1", name: "draw", content: "Here.", images: ["data:image/png;base64,AQI="] },
    ],
    [
      { role: "user", content: "Draw." },
      { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "draw", input: {} }] },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "t1",
            content: [
              { type: "text", text: "Here." },
              { type: "image", source: { type: "base64", media_type: "image/png", data: "AQI=" } },
            ],
          },
        ],
      },
    ],
  ],
  [
    "omits reasoning of earlier turns",
    [
      { role: "user", content: "Tides?" },
      {
        role: "assistant",
        content: "",
        toolCalls: [{ id: "t1", name: "tide", argumentsText: "{}" }],
        parts: [{ type: "replay", item: { kind: "anthropic.thinking", thinking: "Hm.", signature: "sig==" } }],
      },
      { role: "tool", callId: "t1", name: "tide", content: "06:12" },
      {
        role: "assistant",
        content: "06:12",
        parts: [{ type: "replay", item: { kind: "anthropic.thinking", thinking: "Hm.", signature: "s" } }],
      },
      { role: "user", content: "Thanks" },
    ],
    [
      { role: "user", content: "Tides?" },
      { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "tide", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "06:12" }] },
      { role: "assistant", content: "06:12" },
      { role: "user", content: "Thanks" },
    ],
  ],
];

test.each(cases)("%s", (_name, messages, expected) => {
  expect(shaped(messages)).toEqual(expected);
});
