/** @jest-environment jsdom */

import { readFileSync } from "node:fs";
import { renderHook } from "@testing-library/react";
import { IntlProvider, useTranslations } from "use-intl";
import { translatedPreset } from "@/components/mcp/translated-preset";
import { builtinPresetIds, builtinPresetTags } from "@/lib/tools/mcp/builtin-presets";
import { type McpPreset, readPresets } from "@/lib/tools/mcp/presets";
import first from "@/locales/de/first";
import rest from "@/locales/de/rest";
import settings from "@/locales/de/settings";
import type { EnglishMessages, Messages } from "@/locales/messages";
import { english } from "../../support/words";

// Use-intl knows the messages by their English texts.
const german = { ...first, ...settings, ...rest } as Messages as EnglishMessages;

const builtin = (readPresets(JSON.parse(readFileSync("public/mcp-servers.json", "utf8"))) ?? []).map((preset) => ({
  ...preset,
  isBuiltin: true,
}));

function translated(preset: McpPreset, locale: string, messages: EnglishMessages): McpPreset {
  const { result } = renderHook(() => translatedPreset(preset, useTranslations("mcp")), {
    wrapper: ({ children }) => (
      <IntlProvider locale={locale} timeZone="UTC" messages={messages}>
        {children}
      </IntlProvider>
    ),
  });
  return result.current;
}

test("the texts of the included list are those of the English locale", () => {
  expect(builtin.map(({ id }) => id)).toEqual(builtinPresetIds);
  expect(new Set(builtin.flatMap(({ tags }) => tags))).toEqual(new Set(builtinPresetTags));
  expect(builtin.map((preset) => translated(preset, "en", english))).toEqual(builtin);
});

test("a server of the included list is described in the user's language, with the labels of its form", () => {
  const filesystem = builtin.find(({ id }) => id === "filesystem") as McpPreset;
  const { description, tags, program } = translated(filesystem, "de", german);
  expect(description).toBe("Liest und schreibt Dateien in Ordnern, die du auswählst");
  expect(tags).toEqual(["Dateien"]);
  expect(program?.properties.folders).toEqual({
    ...filesystem.program?.properties.folders,
    description: "Ordner",
    itemLabel: "Ordner",
    addButtonText: "Ordner hinzufügen",
  });
});

test("a server of another list keeps its own texts", () => {
  const own = { ...(builtin[0] as McpPreset), isBuiltin: false, description: "Ours" };
  expect(translated(own, "de", german)).toBe(own);
});
