/** @jest-environment node */
import type { ChatEvent } from "@/lib/chat/event";
import { type AnswerFormat, parseAnswer } from "@/lib/engine/parse-answer";
import { readAnswer } from "@/lib/engine/read-answer";
import { joinText } from "@/lib/engine/text-events";
import type { ChatCodec } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { readFixtures, type StreamFixture } from "@/test/support/stream-fixtures";

const formats: Readonly<Partial<Record<StreamFixture["transport"], AnswerFormat>>> = {
  sse: "events",
  ndjson: "lines",
  json: "whole",
};

/** Providers without chats. */
const withoutChat = ["stability"];

const replies = readFixtures().flatMap((fixture) => {
  const format = formats[fixture.transport];
  const hasChat = fixture.provider in providers && !withoutChat.includes(fixture.provider);
  return format && hasChat && fixture.http.status === 200 ? [[fixture.path, fixture, format] as const] : [];
});

async function eventsOfStream({ body, http }: StreamFixture, codec: ChatCodec): Promise<ChatEvent[]> {
  const response = new Response(body, { status: http.status, headers: { "content-type": http.contentType } });
  const events: ChatEvent[] = [];
  for await (const event of readAnswer(response, { codec, signal: new AbortController().signal })) events.push(event);
  return events;
}

test.each(replies)("%s: bytes in memory have the events of a stream", async (_path, fixture, format) => {
  const codec = await providers[fixture.provider as keyof typeof providers].chat("m");
  const events = [...parseAnswer({ format, status: fixture.http.status, bytes: fixture.body }, codec)];
  expect(joinText(events)).toEqual(joinText(await eventsOfStream(fixture, codec)));
});

test("many recordings of each format are read", () => {
  for (const format of Object.values(formats)) {
    expect(replies.filter(([, , each]) => each === format).length).toBeGreaterThan(format === "lines" ? 0 : 20);
  }
});
