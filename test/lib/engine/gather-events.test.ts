import fc from "fast-check";
import { gatherEvents } from "@/lib/engine/gather-events";
import { signalOf } from "@/test/support/local-upstream";

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

async function gathered(run: (emit: (event: { n: number }) => void) => Promise<void>, whileTaken = async () => {}) {
  const events: number[] = [];
  for await (const { n } of gatherEvents(run)) {
    events.push(n);
    await whileTaken();
  }
  return events;
}

test("events arrive in order, emitted synchronously or later", async () => {
  const events = gathered(async (emit) => {
    emit({ n: 1 });
    emit({ n: 2 });
    await turn();
    emit({ n: 3 });
  });
  expect(await events).toEqual([1, 2, 3]);
});

test("events emitted while the consumer is busy wait", async () => {
  const events = gathered(async (emit) => {
    emit({ n: 1 });
    await turn();
    emit({ n: 2 });
    await turn();
    await turn();
    await turn();
  }, turn);
  expect(await events).toEqual([1, 2]);
});

test("no event waits for the next one, however quickly they follow", async () => {
  const moments = async (count: number) => {
    for (let passed = 0; passed < count; passed += 1) await Promise.resolve();
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(12), { minLength: 1, maxLength: 6 }), fc.nat(6), async (gaps, pause) => {
      const all = signalOf();
      let count = 0;
      const source = gatherEvents<object>(async (emit) => {
        for (const gap of gaps) {
          await moments(gap);
          emit({});
        }
        await all.given;
      });
      for await (const _event of source) {
        count += 1;
        if (count === gaps.length) all.give();
        await moments(pause);
      }
      return count === gaps.length;
    }),
  );
});

test("throws an error of the task after its events", async () => {
  const events: number[] = [];
  const failing = async () => {
    for await (const { n } of gatherEvents<{ n: number }>(async (emit) => {
      emit({ n: 1 });
      throw new Error("broken");
    })) {
      events.push(n);
    }
  };
  await expect(failing()).rejects.toThrow("broken");
  expect(events).toEqual([1]);
});
