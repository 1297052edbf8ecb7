"use client";
import { FieldRow } from "@/components/form/field-row";
import { type AppSettings, appSettings } from "@/lib/settings/app-settings";
import { useSettings } from "@/store/settings";
import { settingRowId } from "./sections";

/** All declared settings of a section, as rows. */
export function SettingRows({ section }: { readonly section: string }) {
  const settings = useSettings();
  const names = Object.keys(appSettings) as (keyof AppSettings)[];
  return names
    .filter((name) => appSettings[name].section === section)
    .map((name) => (
      <FieldRow
        key={name}
        id={settingRowId(name)}
        name={name}
        field={appSettings[name]}
        value={settings[name]}
        onChange={(value) => settings.set(name, value as AppSettings[typeof name])}
      />
    ));
}
