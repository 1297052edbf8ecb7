/** Retired models and their replacements, which speak the current API. */
const formerModels: readonly (readonly [RegExp, string])[] = [
  [/^gpt-4o-mini-realtime/, "gpt-realtime-2.1-mini"],
  [/^gpt-4o-realtime/, "gpt-realtime-2.1"],
];

/** Returns the model to request for a model of the settings. */
export function realtimeModel(model: string): string {
  return formerModels.find(([former]) => former.test(model))?.[1] ?? model;
}
