import type { ModelMessage } from "@/lib/chat/request";
import { googleContents } from "@/lib/providers/codecs/google/google-contents";

const png = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;
const photo = { type: "image_url", image_url: { url: "https://images.test/1.jpg" } } as const;
const lost = { type: "image_url", image_url: { url: "blob:https://parley.test/1" } } as const;
const signed = { kind: "google.thoughtSignature", on: "text", value: "sig==" };
const signedCall = { id: "c1", name: "tide", argumentsText: '{"place":"Amber"}', signature: "call==" };
const plainCall = { id: "c2", name: "now", argumentsText: "" };

const cases: readonly (readonly [string, readonly ModelMessage[], unknown])[] = [
  [
    "sends system messages as the user's and the assistant's as the model's, and merges neighbours of one role",
    [
      { role: "system", content: "Be brief." },
      { role: "user", content: "One" },
      { role: "assistant", content: "Two" },
      { role: "assistant", content: "Three" },
      { role: "system", content: "Be kind." },
    ],
    [
      { role: "user", parts: [{ text: "Be brief." }, { text: "One" }] },
      { role: "model", parts: [{ text: "Two" }, { text: "Three" }] },
      { role: "user", parts: [{ text: "Be kind." }] },
    ],
  ],
  [
    "omits blank messages and merges their neighbours",
    [
      { role: "user", content: "One" },
      { role: "assistant", content: "\n" },
      {
        role: "user",
        content: [
          { type: "text", text: " " },
          { type: "text", text: "Two" },
        ],
      },
    ],
    [{ role: "user", parts: [{ text: "One" }, { text: "Two" }] }],
  ],
  [
    "adds a placeholder before a leading model message, and for no messages",
    [{ role: "assistant", content: "Welcome" }],
    [
      { role: "user", parts: [{ text: ";" }] },
      { role: "model", parts: [{ text: "Welcome" }] },
    ],
  ],
  [
    "sends the user's images as data or by address, and no others",
    [
      { role: "user", content: [{ type: "text", text: "Which port?" }, png, photo, lost] },
      { role: "assistant", content: [{ type: "text", text: "Amber" }, png] },
    ],
    [
      {
        role: "user",
        parts: [
          { text: "Which port?" },
          { inlineData: { mimeType: "image/png", data: "AAAA" } },
          { fileData: { fileUri: "https://images.test/1.jpg" } },
        ],
      },
      { role: "model", parts: [{ text: "Amber" }] },
    ],
  ],
  [
    "sends calls with their signatures, and all results of a round in one user message",
    [
      { role: "user", content: "Tides?" },
      {
        role: "assistant",
        content: "Looking.",
        toolCalls: [signedCall, plainCall],
        parts: [
          { type: "replay", item: { kind: "anthropic.thinking", thinking: "x", signature: "x" } },
          { type: "text", text: "Looking." },
          { type: "replay", item: signed },
          { type: "call", call: signedCall },
          { type: "call", call: plainCall },
          { type: "replay", item: signed },
        ],
      },
      { role: "tool", callId: "c1", name: "tide", content: "06:12" },
      { role: "tool", callId: "c2", name: "now", content: "05:00" },
    ],
    [
      { role: "user", parts: [{ text: "Tides?" }] },
      {
        role: "model",
        parts: [
          { text: "Looking.", thoughtSignature: "sig==" },
          { functionCall: { id: "c1", name: "tide", args: { place: "Amber" } }, thoughtSignature: "call==" },
          { functionCall: { id: "c2", name: "now", args: {} } },
          { text: "", thoughtSignature: "sig==" },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "c1", name: "tide", response: { name: "tide", content: "06:12" } } },
          { functionResponse: { id: "c2", name: "now", response: { name: "now", content: "05:00" } } },
        ],
      },
    ],
  ],
  [
    "omits signatures of text from earlier turns",
    [
      { role: "user", content: "Tides?" },
      {
        role: "assistant",
        content: "06:12",
        parts: [
          { type: "text", text: "06:12" },
          { type: "replay", item: signed },
        ],
      },
      { role: "user", content: "Thanks" },
    ],
    [
      { role: "user", parts: [{ text: "Tides?" }] },
      { role: "model", parts: [{ text: "06:12" }] },
      { role: "user", parts: [{ text: "Thanks" }] },
    ],
  ],
];

test.each(cases)("%s", (_name, messages, expected) => {
  expect(googleContents(messages, { takesResultImages: false, needsSignatures: false, sendsOwnImages: false })).toEqual(
    expected,
  );
});

test("images of a result are inlined if the model supports that; otherwise its text names them", () => {
  const images = ["data:image/png;base64,AQI="];
  const result = { role: "tool", callId: "c1", name: "draw", content: "Here.", images } as const;
  const functionResponse = { id: "c1", name: "draw", response: { name: "draw", content: "Here." } };
  const parts = [{ inlineData: { mimeType: "image/png", data: "AQI=" } }];
  expect(googleContents([result], { takesResultImages: true, needsSignatures: false, sendsOwnImages: false })).toEqual([
    { role: "user", parts: [{ functionResponse: { ...functionResponse, parts } }] },
  ]);
  expect(googleContents([result], { takesResultImages: false, needsSignatures: false, sendsOwnImages: false })).toEqual(
    [{ role: "user", parts: [{ functionResponse }] }],
  );
});

test("a model that makes images gets its own ones back, with their signatures", () => {
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,AQI=" } } as const;
  const messages = [
    { role: "user", content: "A cat" },
    { role: "assistant", content: [{ type: "text", text: "Here." }, { ...image, signature: "sig" }, image] },
    { role: "user", content: "Make it blue" },
  ] as const;
  const inlineData = { mimeType: "image/png", data: "AQI=" };
  const options = { takesResultImages: true, needsSignatures: true, sendsOwnImages: true };
  const [, answer] = googleContents(messages, options);
  expect(answer).toEqual({
    role: "model",
    parts: [{ text: "Here." }, { inlineData, thoughtSignature: "sig" }, { inlineData }],
  });
  const [, withoutImages] = googleContents(messages, { ...options, sendsOwnImages: false });
  expect(withoutImages).toEqual({ role: "model", parts: [{ text: "Here." }] });
});
