import { watchIdle } from "@/lib/engine/idle-watch";
import { fakeEnvironment } from "@/test/support/fake-environment";

function start(timeoutMs: number) {
  const env = fakeEnvironment();
  const idleAt: number[] = [];
  const watch = watchIdle(env, timeoutMs, () => idleAt.push(env.now()));
  return { env, watch, idleAt };
}

test("reports silence once, with its duration", async () => {
  const { env, watch, idleAt } = start(100);
  await env.advance(99);
  expect([idleAt, watch.expiredAfterMs()]).toEqual([[], undefined]);
  await env.advance(901);
  expect([idleAt, watch.expiredAfterMs()]).toEqual([[100], 100]);
});

test("every sign of life restarts the wait", async () => {
  const { env, watch, idleAt } = start(100);
  await env.advance(80);
  watch.touch();
  await env.advance(80);
  watch.renew();
  await env.advance(1000);
  expect(idleAt).toEqual([260]);
});

test("activity without an event extends a wait to at most five times its length", async () => {
  const { env, watch, idleAt } = start(100);
  for (let step = 0; step < 10; step++) {
    await env.advance(60);
    watch.touch();
  }
  expect([idleAt, watch.expiredAfterMs()]).toEqual([[500], 500]);
});

test("an event resets that maximum", async () => {
  const { env, watch, idleAt } = start(100);
  for (let step = 0; step < 20; step++) {
    await env.advance(60);
    if (step % 5 === 0) watch.renew();
    else watch.touch();
  }
  expect(idleAt).toEqual([]);
});

test.each([20, 500])("the next wait may have another length: %d", async (next) => {
  const { env, watch, idleAt } = start(100);
  await env.advance(50);
  watch.restart(next);
  await env.advance(1000);
  expect(idleAt).toEqual([50 + next]);
});

test("a stopped wait does not end", async () => {
  const { env, watch, idleAt } = start(100);
  watch.stop();
  await env.advance(1000);
  expect([idleAt, watch.expiredAfterMs()]).toEqual([[], undefined]);
});

test("setting the clock back extends a wait by its own length at most", async () => {
  const env = fakeEnvironment();
  let setBack = 0;
  let isIdle = false;
  watchIdle({ ...env, now: () => env.now() - setBack }, 100, () => {
    isIdle = true;
  });
  await env.advance(50);
  setBack = 86_400_000;
  await env.advance(149);
  expect(isIdle).toBe(false);
  await env.advance(1);
  expect(isIdle).toBe(true);
});
