"use client";
import { useCallback } from "react";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { Abilities } from "@/lib/models/abilities";
import type { ModelEntry } from "@/lib/models/model-entry";
import type { AppConfig } from "@/lib/settings/app-settings";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { abilitiesIn, type NamedModel } from "@/store/settings/abilities";
import { useAccess } from "@/store/settings/access";
import { availableModels, settingsInUse, useModels } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";

/** Returns the models that can be chosen now. */
export function useAvailableModels(): readonly ModelEntry[] {
  const access = useAccess();
  const fetched = useModels((models) => models.fetched);
  const customModels = useSettings((settings) => settings.customModels);
  return availableModels(access, fetched, customModels);
}

const noneChosen: AppConfig["modelAbilities"] = {};

/**
 * Returns a function for the abilities of models. It changes with what decides them. With `isAutomatic`, the user's own
 * choices are ignored.
 */
export function useAbilities({ isAutomatic = false } = {}): (named: NamedModel) => Abilities {
  const chosen = useSettings((settings) => (isAutomatic ? noneChosen : settings.modelAbilities));
  const own = useSettings((settings) => settings.visionModels);
  const operators = useAccess((access) => access.flags?.visionModels ?? "");
  const listed = useModels((models) => models.abilities);
  return useCallback(
    (named) => abilitiesIn({ chosen, visionNames: `${own},${operators}`, listed }, named),
    [chosen, own, operators, listed],
  );
}

/** Returns the model settings that a chat uses now; undefined for an unknown chat. */
export function useUsedSettings(sessionId: string): ModelSettings | undefined {
  const mask = useChats((chats) => sessionOf(chats, sessionId)?.mask);
  const flags = useAccess((access) => access.flags);
  const global = useSettings((settings) => settings.modelConfig);
  const hasChosenModel = useSettings((settings) => settings.hasChosenModel);
  const models = useAvailableModels();
  return mask && settingsInUse({ mask }, { models, flags, global, hasChosenModel });
}
