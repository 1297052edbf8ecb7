import type { ModelMessage } from "@/lib/chat/request";
import { anthropicMessages } from "@/lib/providers/codecs/anthropic/anthropic-messages";

function shaped(messages: readonly ModelMessage[]): unknown {
  return anthropicMessages(messages, { takesPrefill: true });
}

const png = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;
const photo = { type: "image_url", image_url: { url: "https://images.test/1.jpg" } } as const;
const lost = { type: "image_url", image_url: { url: "blob:https://parley.test/1" } } as const;

const cases: readonly (readonly [string, readonly ModelMessage[], unknown])[] = [
  [
    "a conversation that alternates stays as it is",
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
    "a system message is the user's, and a placeholder stands between two of the user",
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
    "a placeholder stands before an assistant that comes first",
    [{ role: "assistant", content: "Welcome" }],
    [
      { role: "user", content: ";" },
      { role: "assistant", content: "Welcome" },
    ],
  ],
  [
    "blank messages are left out, and placeholders stand where they are missed",
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
  ["nothing at all becomes a placeholder", [{ role: "user", content: " " }], [{ role: "user", content: ";" }]],
  [
    "images are sent as data or by address, blank texts and images that nobody can fetch are not",
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
    "images of the assistant are left out",
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
    "the results of one round stand in one message, thinking goes back before the calls",
    [
      { role: "user", content: "Tides?" },
      {
        role: "assistant",
        content: "Looking.",
        toolCalls: [
          { id: "t1", name: "tide", argumentsText: '{"place":"Amber"}' },
          { id: "t2", name: "now", argumentsText: "" },
        ],
        replay: [
          { kind: "anthropic.thinking", thinking: "Hm.", signature: "sig==" },
          { kind: "anthropic.redacted_thinking", data: "data==" },
          { kind: "anthropic.thinking", thinking: "", signature: "sig2==" },
          { kind: "anthropic.thinking", thinking: "unsigned", signature: "" },
          { kind: "openai.reasoning", id: "rs_1", encryptedContent: "x" },
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
          { type: "redacted_thinking", data: "data==" },
          { type: "thinking", thinking: "", signature: "sig2==" },
          { type: "text", text: "Looking." },
          { type: "tool_use", id: "t1", name: "tide", input: { place: "Amber" } },
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
    "images of a result stand in it, behind its words",
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
    "thinking of a turn that is over stays behind",
    [
      { role: "user", content: "Tides?" },
      {
        role: "assistant",
        content: "",
        toolCalls: [{ id: "t1", name: "tide", argumentsText: "{}" }],
        replay: [{ kind: "anthropic.thinking", thinking: "Hm.", signature: "sig==" }],
      },
      { role: "tool", callId: "t1", name: "tide", content: "06:12" },
      {
        role: "assistant",
        content: "06:12",
        replay: [{ kind: "anthropic.thinking", thinking: "Hm.", signature: "s" }],
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
