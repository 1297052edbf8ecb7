/** @jest-environment node */
import { sha256Hex } from "@/lib/providers/sha256";
import { newResumableReply } from "@/lib/resuming/resumable-reply";
import { requireOwner } from "@/lib/server/replies/reply-owner";
import { redisReplies, replyLimits } from "@/lib/server/replies/reply-store";
import { connectRedis } from "@/lib/server/usage/redis-connection";
import {
  advance,
  call,
  delta,
  keyed,
  movedClock,
  redis,
  resume,
  startProvider,
  startServer,
  startStore,
  stopStore,
  until,
} from "../../../support/surviving-replies";

beforeAll(startStore);
afterAll(stopStore);

test("only the holder of the same code can read or stop a reply; others learn nothing @W13.3", async () => {
  const provider = startProvider();
  const server = startServer(provider);
  const reply = newResumableReply();
  const { response } = await call(server, keyed(reply));
  void response.text().catch(() => undefined);
  provider.calls[0]?.write(delta("The tide "));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const unknown = newResumableReply().id;
  const outcome = async (answer: Promise<Response>) => {
    const { status, text } = await answer.then(async (each) => ({ status: each.status, text: await each.text() }));
    return [status, text];
  };
  const absent = await outcome(resume(server, unknown));
  expect(absent[0]).toBe(404);
  expect(await outcome(resume(server, reply.id, { code: "lighthouse" }))).toEqual(absent);
  expect(await outcome(resume(server, reply.id, { code: "lighthouse", method: "DELETE" }))).toEqual(absent);
  // An own key is another identity.
  expect(await outcome(resume(server, reply.id, { authorization: "Bearer sk-own" }))).toEqual(absent);
  expect((await outcome(resume(server, reply.id, { code: "wrong" })))[0]).toBe(401);
  expect((await outcome(resume(server, "../../etc")))[0]).toBe(400);
  expect((await outcome(resume(server, reply.id, { from: "-1" })))[0]).toBe(400);
  expect(provider.calls[0]?.signal?.aborted).toBe(false);
  expect((await resume(server, reply.id, { method: "DELETE" })).status).toBe(204);
  await until(() => provider.calls[0]?.signal?.aborted === true);
  expect(await outcome(resume(server, reply.id))).toEqual(absent);
});

test("an id is used once: a second call with it is answered, but stores nothing and cannot be read @W13.3", async () => {
  const provider = startProvider();
  const server = startServer(provider);
  const reply = newResumableReply();
  const first = await call(server, keyed(reply));
  void first.response.text().catch(() => undefined);
  provider.calls[0]?.write(delta("first"));
  await until(async () => (await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`)) === 2);
  const second = await call(server, {
    ...keyed({ ...reply, key: newResumableReply().key }),
    authorization: "Bearer nk-lighthouse",
  });
  const text = second.response.text();
  provider.calls[1]?.write(delta("second"));
  provider.calls[1]?.end();
  expect(await text).toBe(delta("second"));
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`)).toBe(2);
  provider.calls[0]?.end();
});

test("a revoked code cannot read its reply any more @W13.3", async () => {
  const provider = startProvider();
  const server = startServer(provider, { CODE_LIMITS: '{"harbour":{"perMinute":50}}' });
  const reply = newResumableReply();
  const { response } = await call(server, keyed(reply));
  void response.text().catch(() => undefined);
  const store = await server.usage.store();
  await store.revoke(`plain ${sha256Hex("harbour")}`);
  expect((await resume(startServer(provider, { CODE_LIMITS: '{"harbour":{"perMinute":50}}' }), reply.id)).status).toBe(
    401,
  );
  await store.restore(`plain ${sha256Hex("harbour")}`);
  provider.calls[0]?.end();
});

test("a stop of somebody else's reply before it began changes nothing, nor does one after a minute @W13.3", async () => {
  const provider = startProvider();
  const { clock, env } = movedClock();
  const [one, two] = [startServer(provider, {}, env), startServer(provider)];
  const reply = newResumableReply();
  for (const server of [one, two]) {
    expect((await resume(server, reply.id, { method: "DELETE", code: "lighthouse" })).status).toBe(404);
  }
  const { response } = await call(two, keyed(reply));
  void response.text().catch(() => undefined);
  provider.calls[0]?.write(delta("The tide "));
  await until(async () => (await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`)) === 2);
  expect(provider.calls[0]?.signal?.aborted).toBe(false);
  provider.calls[0]?.end();

  const late = newResumableReply();
  expect((await resume(one, late.id, { method: "DELETE" })).status).toBe(404);
  const [key = ""] = (await redis.command("KEYS", "{parley-replies}:stop:*")) as string[];
  expect(Number(await redis.command("PTTL", key))).toBeLessThanOrEqual(60_000);
  await redis.command("FLUSHALL");
  clock.ms += 61_000;
  const second = await call(one, keyed(late));
  expect(provider.calls[1]?.signal?.aborted).toBe(false);
  void second.response.text().catch(() => undefined);
  provider.calls[1]?.end();
  await advance(clock, 3000);
});

test("all callers with own keys share one quota, and leave room for the holders of codes @W13.5", async () => {
  await redis.command("FLUSHALL");
  const server = startServer(startProvider());
  const connection = connectRedis(redis.url, () => undefined);
  const store = redisReplies(connection, Date.now, { ...replyLimits, ownerBytes: 1000, ownKeysBytes: 1500 });
  const results: string[] = [];
  for (const token of ["sk-1", "sk-2", "sk-3", "nk-harbour"]) {
    const { id } = newResumableReply();
    const owner = await requireOwner(id, new Headers({ authorization: `Bearer ${token}` }), server);
    await store.open(id, owner);
    results.push(await store.append(id, owner, { end: 2, text: "0".repeat(700) }));
  }
  expect(results).toEqual(["stored", "stored", "full", "stored"]);
  const { allBytes, ownKeysBytes } = replyLimits;
  expect([allBytes, ownKeysBytes]).toEqual([256_000_000, 64_000_000]);
  // Stops of unknown replies count as well, so that they cannot fill the store.
  const bytes = async () => Number(await redis.command("GET", await bytesKey()));
  const bytesKey = async () => String(((await redis.command("KEYS", "*:bytes:all:*")) as string[])[0]);
  const before = await bytes();
  const { id } = newResumableReply();
  await store.stop(id, await requireOwner(id, new Headers({ authorization: "Bearer sk-1" }), server));
  expect((await bytes()) - before).toBe(250);
  expect(await redis.command("KEYS", "*:stop:*")).toEqual([]);
  await connection.close();
});
