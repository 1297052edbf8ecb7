import { useCostSettings } from "@/store/costs/cost-settings";
import { isStorageKept } from "@/store/data/data";
import { useFacts } from "@/store/library/facts";
import { useMasks } from "@/store/library/masks";
import { usePrompts } from "@/store/library/prompts";
import { useToolRules } from "@/store/tools/tool-rules";

/** Whether the browser had agreed to keep the data when it was last asked; undefined before. */
export const lastKept: { isKept?: boolean } = {};

/** Stores of documents in the database that the sections render. */
const stores = [useCostSettings, useFacts, useMasks, usePrompts, useToolRules];

/**
 * Reads what the lazy-loaded sections render first. Call it before they are rendered. Otherwise rows appear later and move
 * what is below, and React repeats the whole render in one long task, because the stores change meanwhile.
 */
export async function readStored(): Promise<void> {
  // A store that cannot be read reports it itself, and is rendered empty.
  await Promise.allSettled([readKept(), ...stores.map((store) => store.whenRead())]);
}

/** Reads whether the browser keeps the data, which takes less time than measuring the storage. */
async function readKept(): Promise<void> {
  try {
    lastKept.isKept = await isStorageKept();
  } catch (error) {
    console.warn("Could not read whether the browser keeps the data.", error);
  }
}
