import { areToolsHidden, isHidden } from "@/lib/platform/brand";
import { isSettingHidden } from "@/lib/platform/site-rules";
import { useAccess } from "@/store/settings/access";

/** The sections of the settings screen, in order. Section names and row names are ids in the URL hash. */
export const settingsSections = [
  "general",
  "reading",
  "masks",
  "facts",
  "access",
  "model",
  "documents",
  "tools",
  "speech",
  "voice",
  "costs",
  "data",
  "reset",
] as const;

/** Returns the sections, without those of features that the operator has hidden. */
export function shownSections() {
  return settingsSections.filter(
    (section) => !(section === "voice" && isHidden("voice")) && !(section === "tools" && areToolsHidden()),
  );
}

/**
 * Returns the message key of a section's name. If masks are hidden, the section of masks and prompts is named after
 * prompts.
 */
export function sectionMessageKey(section: (typeof settingsSections)[number]) {
  return section === "masks" && isHidden("masks") ? "prompts" : section;
}

const ofMasks: readonly string[] = ["dontShowMaskSplashScreen", "hideBuiltinMasks"];

/** Whether a setting belongs to a visible feature, the server offers it, and the operator has not hidden it. */
export function isSettingShown(name: string): boolean {
  if (name === "finishReplies" && !useAccess.getState().flags?.resumesReplies) return false;
  return !(isHidden("masks") && ofMasks.includes(name)) && !isSettingHidden(name);
}
