import { ALargeSmall, type LucideIcon, Moon, Rows3, Settings } from "lucide-react";
import { goToNamedSetting } from "@/components/settings/named-setting";
import { isSettingShown, sectionMessageKey, shownSections } from "@/components/settings/sections";
import { Icon } from "@/components/ui/icon";
import { modelRows as modelFields } from "@/lib/models/model-rows";
import { areToolsHidden, isHidden } from "@/lib/platform/brand";
import { screenAddress } from "@/lib/platform/build-info";
import { type AppSettings, appSettings } from "@/lib/settings/app-settings";
import type { Messages } from "@/locales/messages";
import { loadsModels, placeInUse, useAccess } from "@/store/settings/access";
import type { PaletteContext } from "./palette-context";
import type { PaletteRow } from "./palette-row";

const settingIcons: Readonly<Record<string, LucideIcon>> = { theme: Moon, fontSize: ALargeSmall, density: Rows3 };

/** Rows of the settings screen that are not declared fields: their ids and message keys. */
const otherRows = [
  { place: "language", label: "settings.language", also: ["settings.languageAlso"] },
  { place: "avatar", label: "settings.avatar", also: ["settings.avatarHint", "settings.avatarAlso"] },
  { place: "version", label: "settings.version", also: ["settings.versionAlso"] },
  { place: "accessCode", label: "accessRows.accessCode", also: ["accessRows.accessCodeAlso"] },
  { place: "useCustomConfig", label: "accessRows.useCustomConfig", also: ["providers.keyAlso"] },
  { place: "defaultModel", label: "accessRows.defaultModel", also: ["accessRows.defaultModelHint"] },
  {
    place: "systemPrompt",
    label: "modelDefaults.systemPrompt",
    also: ["modelDefaults.systemPromptHint", "modelDefaults.systemPromptAlso"],
  },
  {
    place: "speechFields.enable",
    label: "speechFields.enable",
    also: ["speechFields.enableHint", "speechFields.enableAlso"],
  },
  {
    place: "voiceFields.enable",
    label: "voiceFields.enable",
    also: ["voiceFields.enableHint", "voiceFields.enableAlso"],
  },
  {
    place: "searchFields.engine",
    label: "searchFields.engine",
    also: ["searchFields.engineHint", "searchFields.engineAlso"],
  },
  { place: "sync", label: "sync.title", also: ["sync.also"] },
  { place: "device", label: "data.device", also: ["data.import", "data.export", "data.deviceAlso"] },
  { place: "resetSettings", label: "data.resetSettings", also: ["data.resetSettingsHint"] },
  { place: "clearAll", label: "data.clearAll", also: ["data.clearAllHint", "data.clearAlso"] },
] as const;

/**
 * Whether a row exists: some depend on an access code, on own keys being allowed, or on the operator's configuration.
 */
function isRowThere(place: (typeof otherRows)[number]["place"]): boolean {
  const { flags } = useAccess.getState();
  if (place === "accessCode") return flags?.needCode === true;
  if (place === "sync") return !isHidden("sync");
  if (place === "voiceFields.enable") return !isHidden("voice");
  if (place === "searchFields.engine") return !areToolsHidden() && !flags?.hideUserApiKey;
  return place !== "useCustomConfig" || !flags?.hideUserApiKey;
}

/** Returns all settings and sections of the settings screen; the most searched ones first. */
export function settingRows(context: PaletteContext): PaletteRow[] {
  const { t, settings } = context;
  const shown = (Object.keys(appSettings) as (keyof AppSettings)[]).filter(
    (name) => appSettings[name].section !== "hidden" && isSettingShown(name),
  );
  const isFirst = (name: string) => name in settingIcons;
  const app = [...shown.filter(isFirst), ...shown.filter((name) => !isFirst(name))];
  const { model, providerName } = settings.modelConfig;
  const access = useAccess.getState();
  const place = placeInUse(access, providerName);
  const ofModel = modelFields({ model, place, hasOllamaApi: loadsModels(access, providerName) });
  const fields = [...app, ...ofModel.filter(isSettingShown)].map((name) => {
    const keys: readonly string[] = [`fields.${name}Hint`, `fieldSynonyms.${name}`];
    return settingRow(context, name, {
      label: t(`fields.${name as keyof Messages["fields"]}`),
      keywords: keys.map((key) => textAt(t, key)).join(" "),
      detail: name in appSettings ? valueWords(context, name as keyof AppSettings) : undefined,
      icon: settingIcons[name],
    });
  });
  const sections = shownSections().map((section) =>
    settingRow(context, section, { label: t(`settings.${sectionMessageKey(section)}`), keywords: t("settings.title") }),
  );
  const others = otherRows
    .filter(({ place }) => isRowThere(place) && isSettingShown(place))
    .map(({ place, label, also }) =>
      settingRow(context, place, { label: t(label), keywords: also.map((key) => t(key)).join(" ") }),
    );
  return [...fields, ...others, ...sections];
}

/** Returns the message of a key that may be missing; the type of one key is used for all. */
function textAt(t: PaletteContext["t"], key: string): string {
  const known = key as "fields.theme";
  return t.has(known) ? t(known) : "";
}

interface SettingIcon extends Pick<PaletteRow, "label" | "keywords" | "detail"> {
  readonly icon?: LucideIcon | undefined;
}

function settingRow({ router, pathname }: PaletteContext, place: string, { icon, ...face }: SettingIcon): PaletteRow {
  return {
    id: `setting:${place}`,
    ...face,
    leading: <Icon glyph={icon ?? Settings} />,
    run() {
      if (!pathname.startsWith("/settings")) return router.push(`/settings#${place}`);
      history.replaceState(null, "", screenAddress(`/settings#${place}`));
      goToNamedSetting();
    },
  };
}

/** Returns the value of a setting with few options, or a number, as text. */
function valueWords({ t, settings }: PaletteContext, name: keyof AppSettings): string | undefined {
  const field = appSettings[name];
  const value = settings[name];
  if (field.kind === "range") return field.unit ? `${value} ${field.unit}` : String(value);
  if (field.kind !== "choice") return undefined;
  const text = String(value);
  const key = `fields.${name}${text.charAt(0).toUpperCase()}${text.slice(1)}` as `fields.${keyof Messages["fields"]}`;
  return t.has(key) ? t(key) : text;
}
