import { joinWaiting, parseWaiting, waitingText } from "@/lib/storage/waiting-messages";

const image = [{ type: "image_url" as const, image_url: { url: "/stored/1" } }];

test("waiting messages are read as they were written", () => {
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

test("a tab without waiting messages is not stored; without any, nothing is", () => {
  const waiting = { chat1: [{ id: "m1", content: "One" }] };
  expect(parseWaiting(waitingText({ tab1: { chat1: [] }, tab2: waiting }) ?? undefined)).toEqual({ tab2: waiting });
  expect(waitingText({ tab1: {}, tab2: { chat1: [] } })).toBeNull();
});

test.each([
  ["missing", undefined],
  ["no JSON", "{"],
  ["another shape", '{"tab1":{"chat1":"One"}}'],
])("a text that is %s has no waiting messages", (_name, text) => {
  expect(parseWaiting(text)).toEqual({});
});

test("a message without content is skipped", () => {
  const text = '{"tab1":{"chat1":[{"id":"m1"},{"id":"m2","content":"Two","later":1}]}}';
  expect(parseWaiting(text)).toEqual({ tab1: { chat1: [{ id: "m2", content: "Two" }] } });
});

test("joined lists have the earlier messages first and no empty chat", () => {
  const [one, two, three] = ["1", "2", "3"].map((id) => ({ id, content: id }));
  expect(joinWaiting({ a: one ? [one] : [], b: [] }, { a: two ? [two] : [], c: three ? [three] : [] })).toEqual({
    a: [one, two],
    c: [three],
  });
});
