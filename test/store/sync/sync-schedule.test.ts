import { createSyncSchedule, firstRetryDelayMs, maxRetryDelayMs, quietMs } from "@/store/sync/sync-schedule";
import { fakeEnvironment } from "../../support/fake-environment";

/** A schedule, what it finds, and the times at which it has synced. */
function openSchedule(given: { readonly isWanted?: boolean; readonly outcomes?: readonly boolean[] } = {}) {
  const env = fakeEnvironment();
  const { outcomes = [] } = given;
  const world = { isWanted: given.isWanted ?? true, isBusy: false, times: [] as number[], env };
  /** Let go to end the sync that is under way; without one, syncs end at once. */
  const gate = { pass: undefined as Promise<void> | undefined };
  const schedule = createSyncSchedule({
    env,
    isWanted: () => world.isWanted,
    isBusy: () => world.isBusy,
    async sync() {
      world.times.push(env.now());
      const isDone = outcomes[world.times.length - 1] ?? true;
      await gate.pass;
      return isDone;
    },
  });
  return { ...schedule, world, gate };
}

test("syncs at the start, and not again without changes", async () => {
  const { start, leave, world } = openSchedule();
  start();
  await world.env.advance(maxRetryDelayMs);
  leave();
  await world.env.advance(maxRetryDelayMs);
  expect(world.times).toEqual([0]);
});

test("syncs several changes once, after a quiet time", async () => {
  const { noteChange, world } = openSchedule();
  noteChange();
  await world.env.advance(quietMs - 1);
  noteChange();
  await world.env.advance(quietMs - 1);
  expect(world.times).toEqual([]);
  await world.env.advance(maxRetryDelayMs);
  expect(world.times).toEqual([2 * quietMs - 1]);
});

test("syncs at once if the tab is hidden with changes, but not without", async () => {
  const { noteChange, leave, world } = openSchedule();
  leave();
  expect(world.times).toEqual([]);
  noteChange();
  await world.env.advance(100);
  leave();
  await world.env.advance(maxRetryDelayMs);
  expect(world.times).toEqual([100]);
});

test("starts no sync during another, and syncs later changes after it", async () => {
  const { start, noteChange, leave, world, gate } = openSchedule();
  let end = () => {};
  gate.pass = new Promise((resolve) => {
    end = resolve;
  });
  start();
  start();
  noteChange();
  leave();
  await world.env.advance(4 * quietMs);
  expect(world.times).toEqual([0]);
  end();
  await world.env.advance(maxRetryDelayMs);
  expect(world.times).toEqual([0, 5 * quietMs]);
});

test("waits for the end of a reply, and of another tab's sync", async () => {
  const { start, world } = openSchedule();
  world.isBusy = true;
  start();
  await world.env.advance(3 * quietMs + 1);
  world.isBusy = false;
  await world.env.advance(maxRetryDelayMs);
  expect(world.times).toEqual([4 * quietMs]);
});

test("backs off after failures, whatever changes, and returns to normal after a success", async () => {
  const outcomes = [false, false, false, false, false, false, false, false, true];
  const { start, noteChange, leave, world } = openSchedule({ outcomes });
  start();
  await world.env.advance(1);
  noteChange();
  leave();
  await world.env.advance(10 * maxRetryDelayMs);
  const rests = world.times.slice(1).map((time, index) => time - (world.times[index] ?? 0));
  expect(rests).toEqual(
    [firstRetryDelayMs, 2, 4, 8, 16, 32, 60, 60].map((rest) =>
      rest === firstRetryDelayMs ? rest : rest * firstRetryDelayMs,
    ),
  );
  const last = world.times.at(-1) ?? 0;
  noteChange();
  await world.env.advance(quietMs);
  expect(world.times.at(-1)).toBeGreaterThan(last);
  expect(world.times).toHaveLength(10);
});

test("syncs nothing if automatic sync is off or a question is open", async () => {
  const { start, noteChange, leave, world } = openSchedule({ isWanted: false });
  start();
  noteChange();
  leave();
  await world.env.advance(maxRetryDelayMs);
  expect(world.times).toEqual([]);
});
