import { joinWaiting, parseWaiting, waitingText } from "@/lib/storage/waiting-messages";

const image = [{ type: "image_url" as const, image_url: { url: "/stored/1" } }];

test("loads waiting messages unchanged", () => {
  const byTab = {
    tab1: {
      chat1: [
        { id: "m1", content: "One" },
        { id: "m2", content: image },
      ],
    },
    tab2: { chat1: [{ id: "m3", content: "Three", models: [{ providerName: "OpenAI", model: "gpt-4o" }] }] },
    tab3: { chat2: [{ id: "m4", content: "Four", omitted: ["history" as const, "tools" as const] }] },
  };
  expect(parseWaiting(waitingText(byTab) ?? undefined)).toEqual(byTab);
});

test("does not store a tab without waiting messages, or an empty list", () => {
  const waiting = { chat1: [{ id: "m1", content: "One" }] };
  expect(parseWaiting(waitingText({ tab1: { chat1: [] }, tab2: waiting }) ?? undefined)).toEqual({ tab2: waiting });
  expect(waitingText({ tab1: {}, tab2: { chat1: [] } })).toBeNull();
});

test.each([
  ["missing", undefined],
  ["not JSON", "{"],
  ["another shape", '{"tab1":{"chat1":"One"}}'],
])("returns no waiting messages for a text that is %s", (_name, text) => {
  expect(parseWaiting(text)).toEqual({});
});

test("skips a message without content", () => {
  const text = '{"tab1":{"chat1":[{"id":"m1"},{"id":"m2","content":"Two","later":1}]}}';
  expect(parseWaiting(text)).toEqual({ tab1: { chat1: [{ id: "m2", content: "Two" }] } });
});

test.each([
  ["no list", "gpt-4o"],
  ["a model without a name", [{ providerName: "OpenAI" }]],
  ["seven models", Array.from({ length: 7 }, () => ({ providerName: "OpenAI", model: "gpt-4o" }))],
])("asks the chat's model if the stored models are %s", (_name, models) => {
  const text = JSON.stringify({ tab1: { chat1: [{ id: "m1", content: "One", models }] } });
  expect(parseWaiting(text)).toEqual({ tab1: { chat1: [{ id: "m1", content: "One" }] } });
});

test("reads the known parts that a message leaves out", () => {
  const stored = (omitted: unknown) => JSON.stringify({ tab1: { chat1: [{ id: "m1", content: "One", omitted }] } });
  expect(parseWaiting(stored(["tools", "later", 1, "history"])).tab1?.chat1?.[0]?.omitted).toEqual([
    "history",
    "tools",
  ]);
  expect(parseWaiting(stored("tools"))).toEqual({ tab1: { chat1: [{ id: "m1", content: "One" }] } });
});

test("bounds the names of stored models", () => {
  const models = [{ providerName: "p".repeat(300), model: "m".repeat(300) }];
  const text = JSON.stringify({ tab1: { chat1: [{ id: "m1", content: "One", models }] } });
  expect(parseWaiting(text).tab1?.chat1?.[0]?.models).toEqual([
    { providerName: "p".repeat(200), model: "m".repeat(200) },
  ]);
});

test("merges lists with earlier messages first and without empty chats", () => {
  const [one, two, three] = ["1", "2", "3"].map((id) => ({ id, content: id }));
  expect(joinWaiting({ a: one ? [one] : [], b: [] }, { a: two ? [two] : [], c: three ? [three] : [] })).toEqual({
    a: [one, two],
    c: [three],
  });
});
