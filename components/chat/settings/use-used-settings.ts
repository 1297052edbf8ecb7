"use client";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { ModelEntry } from "@/lib/models/model-entry";
import { demo } from "@/lib/providers/demo";
import { boundNameOf } from "@/lib/providers/provider";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useAccess } from "@/store/settings/access";
import { availableModels, settingsInUse, useModels } from "@/store/settings/models";
import { useProjects, withProjectSettings } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";

/** Returns the models that can be chosen now. */
export function useAvailableModels(): readonly ModelEntry[] {
  const access = useAccess();
  const fetched = useModels((models) => models.fetched);
  const customModels = useSettings((settings) => settings.customModels);
  return availableModels(access, fetched, customModels);
}

/** Returns the model settings that a chat uses now; undefined for an unknown chat. */
export function useUsedSettings(sessionId: string): ModelSettings | undefined {
  const mask = useChats((chats) => sessionOf(chats, sessionId)?.mask);
  const flags = useAccess((access) => access.flags);
  const defaults = useChatDefaults(sessionId);
  const models = useAvailableModels();
  return mask && settingsInUse({ mask }, { models, flags, ...defaults });
}

/** Returns the model settings of a chat without its own, and whether the user has chosen their model. */
export function useChatDefaults(sessionId: string): ReturnType<typeof withProjectSettings> {
  const projectId = useChats((chats) => sessionOf(chats, sessionId)?.projectId ?? "");
  const project = useProjects(({ byId }) => byId.get(projectId));
  const modelConfig = useSettings((settings) => settings.modelConfig);
  const hasChosenModel = useSettings((settings) => settings.hasChosenModel);
  return withProjectSettings({ modelConfig, hasChosenModel }, project);
}

/** Whether settings choose the demonstration. */
export function isOfDemo(settings: Pick<ModelSettings, "providerName"> | undefined): boolean {
  return settings?.providerName === boundNameOf(demo);
}
