import { useEffect, useMemo } from "react";
import { useAvailableModels } from "@/components/chat/settings/use-used-settings";
import { withGlobalSettings } from "@/lib/chat/builtin-masks";
import type { Mask } from "@/lib/chat/mask";
import { languagesFirst, type MaskFilter, maskFilter } from "@/lib/chat/mask-list";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { masksWithIds } from "@/lib/chat/project-masks";
import { useLocale } from "@/store/base/locale";
import { useMasks } from "@/store/library/masks";
import { useAccess } from "@/store/settings/access";
import { settingsInUse } from "@/store/settings/models";
import { useProjects } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";

/** Returns the model settings of a chat that follows the global ones. */
export function useGlobalSettings(): ModelSettings {
  const flags = useAccess((access) => access.flags);
  const global = useSettings((settings) => settings.modelConfig);
  const hasChosenModel = useSettings((settings) => settings.hasChosenModel);
  const models = useAvailableModels();
  return useMemo(
    () =>
      settingsInUse(
        { mask: { syncGlobalConfig: true, modelConfig: global } },
        { models, flags, global, hasChosenModel },
      ),
    [models, flags, global, hasChosenModel],
  );
}

/**
 * Returns the built-in masks, fetched on first use; empty if the user hides them or they are not needed. Those in the
 * user's language come first, then those in English.
 */
function useBuiltinMasks(areNeeded = true): readonly Mask[] {
  const isHidden = useSettings((settings) => settings.hideBuiltinMasks) || !areNeeded;
  const builtin = useMasks((masks) => masks.builtin);
  const code = useLocale((locale) => locale.code);
  const global = useGlobalSettings();
  useEffect(() => {
    if (!isHidden) void useMasks.getState().fetchBuiltin();
  }, [isHidden]);
  const ordered = useMemo(() => languagesFirst(builtin, [code, "en"]), [builtin, code]);
  return useMemo(
    () => (isHidden ? [] : ordered.map((mask) => withGlobalSettings(mask, global))),
    [isHidden, ordered, global],
  );
}

/** Returns the user's own masks. */
export function useOwnMasks(): readonly Mask[] {
  return useMasks((masks) => masks.own);
}

const none: readonly string[] = [];

/** Returns the ids of a project's masks. */
export function useProjectMaskIds(projectId: string | undefined): readonly string[] {
  return useProjects(({ byId }) => byId.get(projectId ?? "")?.masks) ?? none;
}

/** Returns a project's masks. Built-in ones are only fetched if the project has any. */
export function useProjectMasks(projectId: string | undefined): readonly Mask[] {
  const ids = useProjectMaskIds(projectId);
  const own = useOwnMasks();
  const builtin = useBuiltinMasks(masksWithIds(own, ids).length < ids.length);
  return useMemo(() => masksWithIds([...own, ...builtin], ids), [own, builtin, ids]);
}

/** Returns the language by which masks are filtered. */
export function useMaskFilter(): MaskFilter {
  const chosen = useMasks((masks) => masks.language);
  const reader = useLocale((locale) => locale.code);
  return useMemo(() => maskFilter(chosen, reader), [chosen, reader]);
}

/** Returns all masks: the user's own, newest first, then the built-in ones. */
export function useAllMasks(): readonly Mask[] {
  const own = useOwnMasks();
  const builtin = useBuiltinMasks();
  return useMemo(() => [...own, ...builtin], [own, builtin]);
}
