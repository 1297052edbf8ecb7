import { accessSteps } from "@/lib/import/nextchat/nextchat-access-steps";
import { configSteps } from "@/lib/import/nextchat/nextchat-config-steps";
import { maskSteps, promptSteps, syncSteps } from "@/lib/import/nextchat/nextchat-other-steps";
import { sessionSteps } from "@/lib/import/nextchat/nextchat-session-steps";
import type { Step, StepContext } from "@/lib/import/nextchat/nextchat-step";
import type { JsonRecord } from "@/lib/json";

/** Migrations of each of NextChat's stores, ascending by target version. */
export const nextChatSteps = {
  session: sessionSteps,
  "app-config": configSteps,
  "access-control": accessSteps,
  "mask-store": maskSteps,
  "prompt-store": promptSteps,
  sync: syncSteps,
} as const satisfies Record<string, readonly Step[]>;

/**
 * Migrates a state to the current version: by its version if the file contains one, and always by its shape. Backups
 * contain no version, and a dump's version may be wrong.
 */
export function migrate(
  store: keyof typeof nextChatSteps,
  state: JsonRecord,
  version: number | undefined,
  stepContext: StepContext,
): JsonRecord {
  const steps: readonly Step[] = nextChatSteps[store];
  return steps.reduce(
    (current, step) =>
      (version !== undefined && version < step.to) || step.isDue(current, stepContext)
        ? step.migrate(current, stepContext)
        : current,
    state,
  );
}
