/** @jest-environment node */
import { newResumableReply, replyKeyHeader } from "@/lib/resuming/resumable-reply";
import { redisReplies } from "@/lib/server/replies/reply-store";
import { connectRedis } from "@/lib/server/usage/redis-connection";
import { startRedis } from "../../../support/redis-peer";
import {
  call,
  delta,
  keyed,
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

test("without a key in the call, with an invalid one, or without a store, a caller that leaves ends the reply as before", async () => {
  const provider = startProvider();
  const server = startServer(provider);
  const storeless = startServer(provider, { REDIS_URL: "" });
  const cases = [
    [server, {}],
    [server, { [replyKeyHeader]: "short" }],
    [storeless, keyed(newResumableReply())],
  ] as const;
  for (const [each, headers] of cases) {
    const { leave } = await call(each, headers);
    leave();
    expect(provider.calls.at(-1)?.signal?.aborted).toBe(true);
  }
  expect(storeless.replies).toBeUndefined();
  expect((await resume(storeless, newResumableReply().id)).status).toBe(404);
});

test("a provider's response that breaks off, and a refusal, are passed on as before", async () => {
  const provider = startProvider();
  const server = startServer(provider);
  const reply = newResumableReply();
  const { response } = await call(server, keyed(reply));
  const text = response.text();
  provider.calls[0]?.write(delta("The tide "));
  provider.calls[0]?.fail();
  await expect(text).rejects.toThrow();
  // The pieces until then can still be read, without an end.
  await until(async () => (await redis.command("HGET", `{parley-replies}:reply:${reply.id}`, "state")) === "gone");
  const lines = (await (await resume(server, reply.id)).text()).trim().split("\n");
  expect([lines.length, lines.at(-1)]).toEqual([3, "over"]);

  const refused = newResumableReply();
  const { response: refusal } = await call(server, { ...keyed(refused), authorization: "Bearer nk-wrong" });
  expect(refusal.status).toBe(401);
  expect(await redis.command("EXISTS", `{parley-replies}:reply:${refused.id}`)).toBe(0);
});

test("a reply longer than its limit, and one whose store is down, reach the caller but cannot be resumed @W13.5", async () => {
  const provider = startProvider();
  const server = startServer(provider);
  const reply = newResumableReply();
  const { response } = await call(server, keyed(reply));
  const text = response.text();
  const long = "a".repeat(1_000_000);
  for (let count = 0; count < 7; count++) {
    provider.calls[0]?.write(long);
    // 15 whole pieces of each part at least, until the limit is reached and all are deleted.
    await until(async () => {
      const pieces = Number(await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`));
      return pieces > 15 * (count + 1) || (pieces === 0 && count > 4);
    });
  }
  await until(async () => (await redis.command("EXISTS", `{parley-replies}:pieces:${reply.id}`)) === 0);
  provider.calls[0]?.end();
  expect((await text).length).toBe(7_000_000);
  expect((await resume(server, reply.id)).status).toBe(404);
}, 20_000);

test("limits of bytes per caller hold for all instances together @W13.5", async () => {
  await redis.command("FLUSHALL");
  const limits = { replyBytes: 1000, ownerBytes: 1500, ownKeysBytes: 1500, allBytes: 2500 };
  const connections = [connectRedis(redis.url, () => undefined), connectRedis(redis.url, () => undefined)];
  const [one, two] = connections.map((each) => redisReplies(each, Date.now, limits));
  if (!one || !two) throw new Error("Two stores.");
  const piece = { end: 2, text: "0".repeat(700) };
  const ids = Array.from({ length: 5 }, () => newResumableReply().id);
  const ada = { digest: "ada", quota: "ada" };
  const bob = { digest: "bob", quota: "bob" };
  const results: string[] = [];
  for (const [index, owner] of [ada, ada, ada, bob, bob].entries()) {
    const store = index % 2 === 0 ? one : two;
    const id = ids[index] ?? "";
    expect(await store.open(id, owner)).toBe("opened");
    expect(await store.open(id, owner)).toBe("taken");
    results.push(await store.append(id, owner, piece));
  }
  // 700 and 1400 of Ada fit, 2100 do not; all have 2800 then.
  expect(results).toEqual(["stored", "stored", "full", "full", "full"]);
  expect(await one.append(ids[0] ?? "", ada, piece)).toBe("full");
  expect(await one.append(ids[0] ?? "", ada, piece)).toBe("gone");
  for (const connection of connections) await connection.close();
});

test("a reply whose instance was killed is readable up to what was stored, and then over", async () => {
  const provider = startProvider();
  const server = startServer(provider);
  const reply = newResumableReply();
  const { response } = await call(server, keyed(reply));
  void response.text().catch(() => undefined);
  provider.calls[0]?.write(delta("The tide "));
  await until(async () => (await redis.command("ZCARD", `{parley-replies}:pieces:${reply.id}`)) === 2);
  // The instance has not been heard of since 1970.
  await redis.command("HSET", `{parley-replies}:reply:${reply.id}`, "alive", "1");
  const lines = (await (await resume(server, reply.id)).text()).trim().split("\n");
  expect([lines.length, lines.at(-1)]).toEqual([3, "over"]);
  provider.calls[0]?.end();
});

test("a store that fails in the middle of a reply does not disturb it, and is logged once", async () => {
  const own = await startRedis();
  const provider = startProvider();
  const server = startServer(provider, { REDIS_URL: own.url, LIMITS_WITHOUT_STORE: "open" });
  const { response } = await call(server, keyed(newResumableReply()));
  const text = response.text();
  provider.calls[0]?.write(delta("The tide "));
  await new Promise((resolve) => setTimeout(resolve, 400));
  await own.kill();
  for (let count = 0; count < 5; count++) {
    provider.calls[0]?.write(delta("and again "));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  provider.calls[0]?.end();
  expect(await text).toBe(delta("The tide ") + delta("and again ").repeat(5));
  await until(() => server.lines.some((line) => line.startsWith("Replies: the store failed")));
  expect(server.lines.filter((line) => line.startsWith("Replies:"))).toHaveLength(1);
  expect((await resume(server, newResumableReply().id)).status).toBe(503);
  await own.stop();
}, 20_000);
