import { damagedChatBackup } from "@/lib/export/damaged-chat";

test("writes rows as they are stored, including values that JSON cannot represent", () => {
  const session: Record<string, unknown> = { id: "s1", lastUpdate: Number.POSITIVE_INFINITY, huge: 2n, mask: "none" };
  session.self = session;
  const shared = { url: "a" };
  const messages = [{ id: "m1", one: shared, two: shared, nested: { deep: [session] } }];
  expect(JSON.parse(damagedChatBackup({ session, messages }, 5))).toEqual({
    $format: "parley",
    $version: 1,
    exportedAt: 5,
    sessions: [{ id: "s1", lastUpdate: "Infinity", huge: "2", mask: "none", self: "[circular]" }],
    messages: [
      {
        id: "m1",
        one: shared,
        two: shared,
        nested: {
          deep: [{ id: "s1", lastUpdate: "Infinity", huge: "2", mask: "none", self: "[circular]" }],
        },
      },
    ],
    tombstones: [],
    documents: {},
    blobs: [],
  });
});
