import { accessSteps } from "@/lib/import/nextchat/nextchat-access-steps";
import { configSteps } from "@/lib/import/nextchat/nextchat-config-steps";
import { maskSteps, promptSteps, syncSteps } from "@/lib/import/nextchat/nextchat-other-steps";
import { sessionSteps } from "@/lib/import/nextchat/nextchat-session-steps";
import type { Step, StepWorld } from "@/lib/import/nextchat/nextchat-step";
import type { JsonRecord } from "@/lib/providers/json";

/** The steps of each of NextChat's stores, ascending by the version to which they lead. */
export const nextChatSteps = {
  session: sessionSteps,
  "app-config": configSteps,
  "access-control": accessSteps,
  "mask-store": maskSteps,
  "prompt-store": promptSteps,
  sync: syncSteps,
} as const satisfies Record<string, readonly Step[]>;

/**
 * Brings a state to the present, by its version where the file tells one, and by its shape in any case: backups tell
 * none, and a dump may tell a wrong one.
 */
export function migrate(
  store: keyof typeof nextChatSteps,
  state: JsonRecord,
  version: number | undefined,
  world: StepWorld,
): JsonRecord {
  const steps: readonly Step[] = nextChatSteps[store];
  return steps.reduce(
    (current, step) =>
      (version !== undefined && version < step.to) || step.isDue(current, world)
        ? step.migrate(current, world)
        : current,
    state,
  );
}
