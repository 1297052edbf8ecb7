import fc from "fast-check";
import { type ListCaption, listCaptions, type StartOfDay } from "@/lib/chat/list-captions";
import { type ChatSession, inListOrder } from "@/lib/chat/session";
import { sampleSession } from "../../support/chat-samples";

/** A Friday. */
const now = Date.parse("2026-11-20T09:30:00Z");

/** Chats in this order, from the days on which they were last written in. */
function chatsOf(dates: readonly string[], pinned = 0): ChatSession[] {
  return dates.map((date, index) =>
    sampleSession({
      id: `chat-${index}`,
      order: -index,
      lastUpdate: Date.parse(date),
      ...(index < pinned && { pinned: true }),
    }),
  );
}

/** Returns the function that finds the start of a day in a time zone with a constant offset. */
function startAt(offsetHours: number): StartOfDay {
  const offset = offsetHours * 3_600_000;
  return (date, { days = 0, toMonth = false }) => {
    const local = new Date(date + offset);
    const day = toMonth ? 1 : local.getUTCDate() + days;
    return Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), day) - offset;
  };
}

const utc = startAt(0);

function captionsOf(dates: readonly string[], { pinned = 0, startOfDay = utc } = {}): ListCaption[] {
  return listCaptions(chatsOf(dates, pinned), now, startOfDay);
}

test("chats sorted by date are below today, yesterday, seven days and their months", () => {
  expect(
    captionsOf([
      "2026-11-20T09:00Z",
      "2026-11-20T00:00Z",
      "2026-11-19T23:59Z",
      "2026-11-18T12:00Z",
      "2026-11-13T00:00Z",
      "2026-11-12T23:59Z",
      "2026-10-31T12:00Z",
      "2025-12-31T12:00Z",
    ]),
  ).toEqual([
    { kind: "today", index: 0 },
    { kind: "yesterday", index: 2 },
    { kind: "previous7Days", index: 3 },
    { kind: "month", start: Date.parse("2026-11-01"), index: 5 },
    { kind: "month", start: Date.parse("2026-10-01"), index: 6 },
    { kind: "month", start: Date.parse("2025-12-01"), index: 7 },
  ]);
});

test.each([
  [0, [{ kind: "today", index: 0 }]],
  [
    -8,
    [
      { kind: "today", index: 0 },
      { kind: "yesterday", index: 1 },
    ],
  ],
  [9, [{ kind: "today", index: 0 }]],
] as const)("a day begins in the user's time zone: %d hours from UTC", (offset, captions) => {
  expect(captionsOf(["2026-11-20T09:00Z", "2026-11-20T05:00Z"], { startOfDay: startAt(offset) })).toEqual(captions);
});

test("pinned chats have their own caption and no dates", () => {
  expect(captionsOf(["2026-01-01T00:00Z", "2026-11-20T00:00Z", "2026-11-20T00:00Z"], { pinned: 2 })).toEqual([
    { kind: "pinned", index: 0 },
    { kind: "today", index: 2 },
  ]);
  expect(captionsOf(["2026-01-01T00:00Z"], { pinned: 1 })).toEqual([{ kind: "pinned", index: 0 }]);
});

test("a moved chat is below a line, like the chats after it with the same date", () => {
  expect(
    captionsOf([
      "2026-11-20T09:00Z",
      "2026-11-20T08:00Z",
      "2026-05-01T00:00Z",
      "2026-11-20T07:00Z",
      "2026-11-19T00:00Z",
    ]),
  ).toEqual([
    { kind: "today", index: 0 },
    { kind: "line", index: 2 },
    { kind: "yesterday", index: 4 },
  ]);
});

test("a list in the user's own order has no dates, but a line after its pinned chats", () => {
  const mixed = [
    "2026-03-01T00:00Z",
    "2026-11-20T00:00Z",
    "2026-01-01T00:00Z",
    "2026-11-19T00:00Z",
    "2025-01-01T00:00Z",
  ];
  const muddled = [...mixed, ...mixed, ...mixed].map((date, index) => (index % 2 ? date : "2026-11-20T00:00Z"));
  expect(captionsOf(muddled)).toEqual([]);
  expect(captionsOf(["2026-11-20T00:00Z", ...muddled], { pinned: 1 })).toEqual([
    { kind: "pinned", index: 0 },
    { kind: "line", index: 1 },
  ]);
});

test("invalid dates are old, and future ones are today", () => {
  const chats = chatsOf(["2027-01-01T00:00Z", "2026-11-19T00:00Z"]);
  const [first] = listCaptions([...chats, sampleSession({ id: "z", lastUpdate: -1e300 })], now, utc).slice(-1);
  expect(first).toEqual({ kind: "month", start: Date.parse("1970-01-01"), index: 2 });
});

test("for any order, no caption occurs twice, and none is above a chat of another group", () => {
  const days = fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.boolean()), { maxLength: 40 });
  fc.assert(
    fc.property(days, (given) => {
      const chats = inListOrder(
        given.map(([day, pinned], index) =>
          sampleSession({
            id: `${index}`,
            order: -index,
            lastUpdate: now - day * 86_400_000,
            ...(pinned && { pinned }),
          }),
        ),
      );
      const captions = listCaptions(chats, now, utc);
      const names = captions
        .filter(({ kind }) => kind !== "line")
        .map(({ index, ...content }) => JSON.stringify(content));
      expect(new Set(names).size).toBe(names.length);
      for (const [index, { pinned = false, lastUpdate }] of chats.entries()) {
        const above = captions.findLast((caption) => caption.index <= index);
        const alone = listCaptions([sampleSession({ id: "a", lastUpdate, ...(pinned && { pinned }) })], now, utc)[0];
        if (above && above.kind !== "line") expect({ ...above, index: 0 }).toEqual(alone);
      }
    }),
  );
});
