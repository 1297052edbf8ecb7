"use client";
import { useCallback } from "react";
import type { Abilities } from "@/lib/models/abilities";
import type { AppConfig } from "@/lib/settings/app-settings";
import { abilitiesIn, type NamedModel } from "@/store/settings/abilities";
import { useAccess } from "@/store/settings/access";
import { useModels } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";

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
