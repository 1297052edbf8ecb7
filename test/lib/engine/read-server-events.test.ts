import fc from "fast-check";
import { readServerEvents } from "@/lib/engine/read-server-events";
import type { ServerEvent } from "@/lib/providers/provider";
import { cutAt, cutIntoBytes, streamOf } from "@/test/support/stream-fixtures";

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function eventsOf(pieces: readonly Uint8Array<ArrayBuffer>[], onActivity?: () => void): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const arrived of readServerEvents(streamOf(pieces).getReader(), onActivity)) events.push(...arrived);
  return events;
}

const bodies: readonly (readonly [string, string, readonly ServerEvent[]])[] = [
  ["two events", "data: one\n\ndata: two\n\n", [{ data: "one" }, { data: "two" }]],
  ["lines that end with CR LF", "data: one\r\n\r\ndata: two\r\n\r\n", [{ data: "one" }, { data: "two" }]],
  ["lines that end with CR", "data: one\r\rdata: two\r\r", [{ data: "one" }, { data: "two" }]],
  ["a byte order mark", "\uFEFFdata: one\n\n", [{ data: "one" }]],
  ["no space, one space, two spaces", "data:one\ndata: two\ndata:  three\n\n", [{ data: "one\ntwo\n three" }]],
  ["a name after the data", "data: {}\nevent: error\n\n", [{ event: "error", data: "{}" }]],
  [
    "comments, unknown fields and other fields",
    ": alive\nid: 1\nretry: 5\nodd: 1\nodd\ndata: one\n\n",
    [{ data: "one" }],
  ],
  ["an event without data", "event: ping\n\ndata: one\n\n", [{ data: "one" }]],
  ["a last event without its blank line", "data: one\n\ndata: two\n", [{ data: "one" }, { data: "two" }]],
  ["a last line without its end", "data: one\n\ndata: two", [{ data: "one" }, { data: "two" }]],
  ["characters of two, three and four bytes", "data: é 潮 🌊 👩‍👧\n\n", [{ data: "é 潮 🌊 👩‍👧" }]],
  ["nothing", "", []],
];

test.each(bodies)("reads %s, whole and byte by byte", async (_name, body, events) => {
  expect(await eventsOf([bytesOf(body)])).toEqual(events);
  expect(await eventsOf(cutIntoBytes(bytesOf(body)))).toEqual(events);
});

test("the events do not depend on how the bytes are cut", async () => {
  const line = fc.constantFrom("data: 潮🌊", "data:x", ": alive", "event: named", "", "id", "data");
  const lineEnd = fc.constantFrom("\n", "\r", "\r\n");
  const body = fc.array(fc.tuple(line, lineEnd)).map((lines) => lines.flat().join(""));
  const cuts = fc.array(fc.nat(300)).map((offsets) => [...new Set(offsets)].sort((one, other) => one - other));
  await fc.assert(
    fc.asyncProperty(body, cuts, async (text, offsets) => {
      const bytes = bytesOf(text);
      expect(await eventsOf(cutAt(bytes, offsets))).toEqual(await eventsOf([bytes]));
    }),
  );
});

test("replaces invalid characters without an error", async () => {
  const bytes = new Uint8Array([...bytesOf("data: a"), 0xff, 0xe6, ...bytesOf("b\n\ndata: c"), 0xf0, 0x9f]);
  expect(await eventsOf([bytes])).toEqual([{ data: "a\uFFFD\uFFFDb" }, { data: "c\uFFFD" }]);
});

test("events completed by one chunk arrive together", async () => {
  const pieces = ["data: one\n\ndata: two\n\nda", "ta: three", "\n\n"].map(bytesOf);
  const together: ServerEvent[][] = [];
  for await (const events of readServerEvents(streamOf(pieces).getReader())) together.push(events);
  expect(together).toEqual([[{ data: "one" }, { data: "two" }], [{ data: "three" }]]);
});

test("every chunk is a sign of life, even a comment", async () => {
  let signs = 0;
  await eventsOf(cutIntoBytes(bytesOf(": hi\n")), () => signs++);
  expect(signs).toBe(5);
});

test("cancels the body if the consumer stops early", async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytesOf("data: one\n\n")),
    cancel: () => {
      isCancelled = true;
    },
  });
  for await (const events of readServerEvents(body.getReader())) {
    expect(events).toEqual([{ data: "one" }]);
    break;
  }
  expect(isCancelled).toBe(true);
});

test("drops an event that never ends", async () => {
  const piece = bytesOf(`data: ${"x".repeat(1_000_000)}`);
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(piece) });
  await expect(readServerEvents(body.getReader()).next()).rejects.toMatchObject({ code: "too-large" });
});
