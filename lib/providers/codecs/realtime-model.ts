/** The models that were called so are gone; what took their place speaks today's interface. */
const formerModels: readonly (readonly [RegExp, string])[] = [
  [/^gpt-4o-mini-realtime/, "gpt-realtime-2.1-mini"],
  [/^gpt-4o-realtime/, "gpt-realtime-2.1"],
];

/** Returns the model that is asked for one of the settings. */
export function realtimeModel(model: string): string {
  return formerModels.find(([former]) => former.test(model))?.[1] ?? model;
}
