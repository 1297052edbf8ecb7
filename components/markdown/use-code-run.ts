import { useEffect, useRef, useState } from "react";
import type { CodeOutcome } from "@/lib/tools/app/code-run";
import type { CodeBlockRun } from "@/store/tools/run-code-block";

/** A run of a block's code: what it has shown so far, and how it ended. */
export interface ShownRun extends CodeOutcome {
  readonly isRunning: boolean;
}

/** Runs a block's code. A run is stopped with its block; a new one replaces it. */
export function useCodeRun(block: CodeBlockRun) {
  const [run, setRun] = useState<ShownRun | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function start() {
    const current = new AbortController();
    controller.current = current;
    const { signal } = current;
    setRun({ items: [], isRunning: true });
    const onItems = (items: CodeOutcome["items"]) => {
      if (controller.current === current) setRun({ items, isRunning: true });
    };
    const outcome = await runBlock(block, { signal, onItems });
    if (controller.current === current) {
      setRun((shown) => ({
        ...outcome,
        items: outcome.items.length > 0 ? outcome.items : (shown?.items ?? []),
        isRunning: false,
      }));
    }
  }

  return {
    run,
    start,
    stop: () => controller.current?.abort(),
    close() {
      controller.current?.abort();
      controller.current = null;
      setRun(null);
    },
  };
}

async function runBlock(...input: Parameters<typeof import("@/store/tools/run-code-block").runCodeBlock>) {
  try {
    const { runCodeBlock } = await import("@/store/tools/run-code-block");
    return await runCodeBlock(...input);
  } catch {
    // After a deployment the chunks of an older version may be gone.
    return { items: [], problem: "network" as const };
  }
}
