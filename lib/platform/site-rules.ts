import { brand } from "@/lib/platform/brand";

/** Rows of the settings screen by the setting of `DEFAULTS` that they show, if the names differ. */
const rowNames: Readonly<Record<string, string>> = { defaultModel: "model" };

/** Whether the operator has fixed the value of a setting or of a row. */
export function isSettingFixed(name: string): boolean {
  return brand.defaults?.fixed.includes(rowNames[name] ?? name) === true;
}

/** Whether the operator has hidden a setting or a row. */
export function isSettingHidden(name: string): boolean {
  return brand.defaults?.hidden.includes(rowNames[name] ?? name) === true;
}

/** Whether users cannot change a setting: its value is fixed, or it is hidden. */
export function isSettingLocked(name: string): boolean {
  return isSettingFixed(name) || isSettingHidden(name);
}
