/** @jest-environment node */
import { newResumableReply } from "@/lib/resuming/resumable-reply";
import { takeReader } from "@/lib/server/replies/reply-readers";
import { redisReplies } from "@/lib/server/replies/reply-store";
import { connectRedis } from "@/lib/server/usage/redis-connection";
import { startRedis } from "../../../support/redis-peer";
import {
  advance,
  call,
  delta,
  keyed,
  movedClock,
  redis,
  resume,
  type Server,
  startProvider,
  startServer,
  startStore,
  stopStore,
  until,
} from "../../../support/surviving-replies";

beforeAll(startStore);
afterAll(stopStore);

test("a reply that goes on without its reader uses a slot of its code until it has ended, and no longer", async () => {
  const provider = startProvider();
  const server = startServer(provider, { CODE_LIMITS: '{"harbour":{"atOnce":1}}' });
  const reply = newResumableReply();
  const { response, leave } = await call(server, keyed(reply));
  void response.text().catch(() => undefined);
  provider.calls[0]?.write(delta("The tide "));
  await until(async () => (await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`)) === 2);
  leave();
  expect((await call(server, keyed(newResumableReply()))).response.status).toBe(429);
  expect((await resume(server, reply.id, { method: "DELETE" })).status).toBe(204);
  await until(async () => {
    const next = await call(server, {});
    next.leave();
    return next.response.status === 200;
  });
});

/** Begins a reply with one stored piece beside its head. */
async function beginReply(server: Server, provider: ReturnType<typeof startProvider>) {
  const reply = newResumableReply();
  const { response, leave } = await call(server, keyed(reply));
  void response.text().catch(() => undefined);
  const sent = provider.calls.at(-1);
  sent?.write(delta("The tide "));
  await until(async () => (await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`)) === 2);
  return { reply, sent, leave };
}

test("a fifth reader of a reply ends the oldest one, and only that @W13.4", async () => {
  const provider = startProvider();
  const server = startServer(provider);
  const { reply, sent } = await beginReply(server, provider);
  const readers = [];
  for (let count = 0; count < 5; count++) {
    const reader = (await resume(server, reply.id)).body?.getReader();
    readers.push(reader);
    if (count < 4) expect((await reader?.read())?.done).toBe(false);
  }
  const outcomes = await Promise.allSettled(readers.map((reader) => reader?.read()));
  expect(outcomes.map(({ status }) => status)).toEqual([
    "rejected",
    ...["fulfilled", "fulfilled", "fulfilled", "fulfilled"],
  ]);
  sent?.end();
});

test("a reader that takes nothing for 30 seconds is ended, and its slot is free again @W13.4", async () => {
  const provider = startProvider();
  const begun = await beginReply(startServer(provider), provider);
  const { clock, env } = movedClock();
  const server = startServer(provider, {}, env);
  // One reader takes nothing at all, the other one the first line only.
  const idle = (await resume(server, begun.reply.id)).body?.getReader();
  const slow = (await resume(server, begun.reply.id)).body?.getReader();
  expect((await slow?.read())?.done).toBe(false);
  await advance(clock, 28_000);
  const isAlive = (await resume(server, begun.reply.id)).body?.getReader();
  expect((await isAlive?.read())?.done).toBe(false);
  await advance(clock, 4000);
  await expect(idle?.read()).rejects.toThrow();
  // The line that was already under way may still arrive.
  await expect(slow?.read().then(() => slow.read())).rejects.toThrow();
  expect((await isAlive?.read())?.done).toBe(false);
  begun.sent?.end();
});

test("a caller with many readers leaves slots to others @W13.4", () => {
  const slots = [];
  for (let index = 0; index < 1000; index++) slots.push(takeReader({ digest: `reply ${index}`, quota: "ada" }));
  expect(slots).not.toContain(undefined);
  expect(takeReader({ digest: "one more", quota: "ada" })).toBeUndefined();
  for (let index = 0; index < 900; index++) slots.push(takeReader({ digest: `reply ${index}`, quota: "bob" }));
  expect(slots).not.toContain(undefined);
  for (const slot of slots) slot?.release();
  const again = takeReader({ digest: "one more", quota: "ada" });
  expect(again).toBeDefined();
  again?.release();
});

test("a part for a reader has at most 256 kB, and at least one piece", async () => {
  const connection = connectRedis(redis.url, () => undefined);
  const store = redisReplies(connection, Date.now);
  const { id } = newResumableReply();
  const owner = { digest: "ada", quota: id };
  await store.open(id, owner);
  for (let end = 1; end <= 6; end++) await store.append(id, owner, { end, text: `${end} ${"0".repeat(100_000)}` });
  await store.append(id, owner, { end: 7, text: "0".repeat(300_000) });
  const ends = async (position: number) => (await store.read(id, owner, position))?.pieces.map(({ end }) => end);
  expect([await ends(0), await ends(2), await ends(5), await ends(6)]).toEqual([[1, 2], [3, 4], [6], [7]]);
  await connection.close();
});

test("a store that hangs holds a reader or a stop for 200 ms, and a stop still ends a reply of this instance", async () => {
  const own = await startRedis();
  const provider = startProvider();
  const { clock, env } = movedClock();
  const server = startServer(provider, { REDIS_URL: own.url }, env);
  const reply = newResumableReply();
  const { response } = await call(server, keyed(reply));
  void response.text().catch(() => undefined);
  await until(async () => (await own.command("EXISTS", `{parley-replies}:reply:${reply.id}`)) === 1);
  await own.freeze(true);
  const statuses: number[] = [];
  const note = async (answer: Promise<Response>) => statuses.push((await answer).status);
  const noted = [
    note(resume(server, reply.id)),
    note(resume(server, newResumableReply().id, { method: "DELETE" })),
    note(resume(server, reply.id, { method: "DELETE" })),
  ];
  // The client's own timeout for the frozen store is 5 seconds.
  await advance(clock, 1000, 25);
  expect(statuses.toSorted()).toEqual([204, 503, 503]);
  expect(provider.calls[0]?.signal?.aborted).toBe(true);
  await own.freeze(false);
  await Promise.all(noted);
  await own.stop();
});
