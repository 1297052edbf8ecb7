import { readContextLength } from "@/lib/chat/context-length";
import { type Abilities, abilitiesOf } from "@/lib/models/abilities";
import type { AbilitiesById, ModelAbilities } from "@/lib/providers/model-abilities";
import { placeOf } from "@/lib/providers/places";
import { useAccess } from "@/store/settings/access";
import { providerInUse, useModels } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";

/** A model and its provider, as named in the settings. */
export interface NamedModel {
  readonly model: string;
  readonly providerName: string;
  /** The context length in the settings, which counts for servers that load models with one. */
  readonly num_ctx?: string;
}

/** The state that decides the abilities of models. */
export interface AbilityState {
  /** The user's own settings, by model and provider (`abilityKey`). */
  readonly chosen: Readonly<Record<string, ModelAbilities>>;
  readonly visionNames: string;
  /** The facts of model lists, by provider id. */
  readonly listed: Readonly<Record<string, AbilitiesById>>;
}

/** Returns the key of a model in the user's settings. */
export function abilityKey({ model, providerName }: NamedModel): string {
  return `${model}@${providerName}`;
}

/** Returns the abilities of a model in a state. */
export function abilitiesIn({ chosen, visionNames, listed }: AbilityState, named: NamedModel): Abilities {
  const provider = providerInUse(named);
  const byModel = listed[provider?.id ?? ""] ?? {};
  const placed = { model: named.model, place: placeOf(provider) };
  const contextLength = provider?.hasOllamaApi ? readContextLength(named.num_ctx ?? "") : undefined;
  const sources = { chosen: chosen[abilityKey(named)], visionNames, listed: byModel[named.model], contextLength };
  return abilitiesOf(placed, sources);
}

/** Returns the abilities of a model now. */
export function abilitiesNow(named: NamedModel): Abilities {
  const { modelAbilities, visionModels } = useSettings.getState();
  const visionNames = `${visionModels},${useAccess.getState().flags?.visionModels ?? ""}`;
  return abilitiesIn({ chosen: modelAbilities, visionNames, listed: useModels.getState().abilities }, named);
}
