import type { Environment } from "@/lib/environment";
import { slotMs, type UsageStore } from "@/lib/server/usage/usage-store";

/** Keeps the slots of replies that are under way in this process. */
export interface SlotKeeper {
  add(code: string, callId: string): void;
  remove(callId: string): void;
}

/** Maximum number of slots in one command. */
const maxBatch = 500;

/** Creates the keeper. It sends a command now and then while replies are under way, and none otherwise. */
export function createSlotKeeper(store: () => Promise<UsageStore>, env: Pick<Environment, "delay">): SlotKeeper {
  const codeByCall = new Map<string, string>();
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (codeByCall.size > 0) {
      await env.delay(slotMs / 4);
      const callIds = [...codeByCall.keys()];
      for (let start = 0; start < callIds.length; start += maxBatch) {
        // Some of them may have ended while earlier ones were sent.
        const calls = callIds.slice(start, start + maxBatch).flatMap((callId) => {
          const code = codeByCall.get(callId);
          return code === undefined ? [] : [{ callId, code }];
        });
        // A failure has no effect before the slots end; the next command comes much earlier.
        await store()
          .then((opened) => opened.keepCalls(calls))
          .catch(() => undefined);
      }
    }
    isRunning = false;
  }

  return {
    add(code, callId) {
      codeByCall.set(callId, code);
      if (!isRunning) void run();
    },
    remove(callId) {
      codeByCall.delete(callId);
    },
  };
}
