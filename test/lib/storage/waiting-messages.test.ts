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
    tab2: { chat1: [{ id: "m3", content: "Three" }] },
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

test("merges lists with earlier messages first and without empty chats", () => {
  const [one, two, three] = ["1", "2", "3"].map((id) => ({ id, content: id }));
  expect(joinWaiting({ a: one ? [one] : [], b: [] }, { a: two ? [two] : [], c: three ? [three] : [] })).toEqual({
    a: [one, two],
    c: [three],
  });
});
