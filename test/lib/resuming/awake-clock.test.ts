import { createAwakeClock } from "@/lib/resuming/awake-clock";
import { fakeEnvironment } from "../../support/fake-environment";

test("the clock runs like the device's clock, except while a call sleeps or has no connection", async () => {
  const env = fakeEnvironment({ now: 1000 });
  let sleptMs = 0;
  const clock = createAwakeClock({ ...env, now: () => env.now() + sleptMs });
  await env.advance(100_000);
  expect(clock.now()).toBe(101_000);

  const end = clock.begin();
  await env.advance(60_000);
  expect(clock.now()).toBe(161_000);
  // The device sleeps: no timer runs, and the time jumps.
  sleptMs = 500_000;
  await env.advance(10_000);
  expect(clock.now()).toBeLessThanOrEqual(161_000 + 10_000 + 4000);
  const beforeLoss = clock.now();
  clock.setLost(true);
  await env.advance(300_000);
  expect(clock.now()).toBe(beforeLoss);
  clock.setLost(false);
  await env.advance(5000);
  expect(clock.now()).toBe(beforeLoss + 5000);

  end();
  end();
  await env.advance(50_000);
  expect(clock.now()).toBe(beforeLoss + 55_000);
  // A clock that is set back does not break it.
  sleptMs = 0;
  expect(clock.now()).toBe(beforeLoss + 55_000 - 500_000);
});
