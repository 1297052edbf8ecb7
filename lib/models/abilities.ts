import { contextWindowOf, thinks } from "@/lib/models/model-facts";
import type { ListedAbilities, ModelAbilities } from "@/lib/providers/model-abilities";
import { acceptsImages, acceptsTools, modelFact } from "@/lib/providers/model-families";

/** Sources of abilities besides the name of a model, in order of precedence. */
export interface AbilitySources {
  /** The user's own settings. */
  readonly chosen?: ModelAbilities | undefined;
  /** Comma-separated names of further models with vision, from the user and the operator. */
  readonly visionNames?: string;
  /** The facts of the server's model list. */
  readonly listed?: ListedAbilities | undefined;
  /** The context length that requests ask for, in tokens. */
  readonly contextLength?: number | undefined;
}

/** The abilities of a model. */
export interface Abilities extends Required<ModelAbilities> {
  /** Context window in tokens; undefined if unknown. */
  readonly window: number | undefined;
  /** Maximum length of a reply in tokens; undefined if unknown. */
  readonly maxOutput: number | undefined;
  /** The longest context window with which the server can load the model; undefined if unknown. */
  readonly maxWindow: number | undefined;
}

/**
 * Returns the abilities of a model at a provider, by its place (`placeOf`): those that the user or the server tells,
 * otherwise those of its family.
 */
export function abilitiesOf(
  { model, place }: { readonly model: string; readonly place: string },
  { chosen = {}, visionNames = "", listed = {}, contextLength }: AbilitySources = {},
): Abilities {
  const isNamed = visionNames.split(",").some((name) => name.trim() === model);
  return {
    vision: chosen.vision ?? (isNamed ? true : (listed.vision ?? acceptsImages(model, place))),
    tools: chosen.tools ?? listed.tools ?? acceptsTools(place, model),
    thinking: chosen.thinking ?? listed.thinking ?? thinks(model),
    window: shorter(contextLength, listed.maxWindow) ?? listed.window ?? contextWindowOf(model),
    maxOutput: listed.maxOutput ?? modelFact(model, "maxOutput"),
    maxWindow: listed.maxWindow,
  };
}

function shorter(length: number | undefined, max: number | undefined): number | undefined {
  return length === undefined || max === undefined ? length : Math.min(length, max);
}
