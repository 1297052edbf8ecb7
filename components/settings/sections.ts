import { areToolsHidden, isHidden } from "@/lib/platform/brand";

/** The sections of the settings screen, in order; each is the end of an address, as the name of each row is. */
export const settingsSections = [
  "general",
  "reading",
  "masks",
  "access",
  "model",
  "tools",
  "speech",
  "voice",
  "data",
  "reset",
] as const;

/** The sections without those of a feature which the operator has taken away. */
export function shownSections() {
  return settingsSections.filter(
    (section) => !(section === "voice" && isHidden("voice")) && !(section === "tools" && areToolsHidden()),
  );
}

/** Returns the words by which a section is called: without masks that of masks and prompts has prompts alone. */
export function sectionWords(section: (typeof settingsSections)[number]) {
  return section === "masks" && isHidden("masks") ? "prompts" : section;
}

const ofMasks: readonly string[] = ["dontShowMaskSplashScreen", "hideBuiltinMasks"];

/** Whether a setting is one of a feature that is there. */
export function isSettingShown(name: string): boolean {
  return !(isHidden("masks") && ofMasks.includes(name));
}
