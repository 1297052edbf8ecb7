"use client";
import { Moon, Sun, SunMoon } from "lucide-react";
import { FieldRow } from "@/components/form/field-row";
import { type AppSettings, appSettings } from "@/lib/settings/app-settings";
import { useSettings } from "@/store/settings/settings";
import { isSettingShown } from "./sections";

const icons = { theme: { auto: SunMoon, light: Sun, dark: Moon } };

/** The rows of all declared settings of a section. */
export function SettingRows({ section }: { readonly section: string }) {
  const settings = useSettings();
  const names = Object.keys(appSettings) as (keyof AppSettings)[];
  return names
    .filter((name) => appSettings[name].section === section)
    .filter(isSettingShown)
    .map((name) => (
      <FieldRow
        key={name}
        name={name}
        field={appSettings[name]}
        value={settings[name]}
        icons={name === "theme" ? icons.theme : undefined}
        onChange={(value) => settings.set(name, value as AppSettings[typeof name])}
      />
    ));
}
