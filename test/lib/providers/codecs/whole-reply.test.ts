import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import { stringOf } from "@/lib/json";
import { parseWholeReply } from "@/lib/providers/codecs/whole-reply";

/** A provider whose whole reply is `{said}`. */
function parse(status: number, body: string, signals?: { code: string }): ChatEvent[] {
  const kinds = { acmebusy: "overloaded" } as const;
  return parseWholeReply(
    { status, body },
    {
      kinds,
      ...(signals && { signals }),
      read: ({ said }) => (said === undefined ? undefined : [{ type: "text-delta", text: stringOf(said) }]),
    },
  );
}

test("parses a reply and ends it", () => {
  expect(parse(200, '{"said":"Low."}')).toEqual([{ type: "text-delta", text: "Low." }, { type: "end" }]);
});

test("ignores an empty body", () => {
  expect(parse(200, " \n")).toEqual([]);
});

test.each([
  [200, '{"other":1}', "protocol"],
  [200, "[]", "protocol"],
  [200, "<html>", "protocol"],
  [200, '{"code":"acme_busy","message":"Wait."}', "overloaded"],
  [400, '{"said":"Low."}', "bad-request"],
  [400, '{"code":"acme_busy","message":"Wait."}', "overloaded"],
  [500, "", "server"],
])("maps status %d with %s to an error of kind %s", (status, body, kind) => {
  expect(parse(status, body)).toMatchObject([{ type: "error", error: { kind } }]);
});

test("an error that was found before has priority over the status", () => {
  expect(parse(200, '{"said":"Low."}', { code: "Acme.Busy" })).toEqual([
    {
      type: "error",
      error: { kind: "overloaded", code: "Acme.Busy", message: "", body: '{\n  "said": "Low."\n}' },
    },
  ]);
});

test("never throws, whatever the body is", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), fc.integer({ min: 0, max: 999 }), (body, status) => {
      parse(status, body);
    }),
  );
});
