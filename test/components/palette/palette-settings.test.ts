import { createTranslator } from "use-intl/core";
import type { PaletteContext } from "@/components/palette/palette-context";
import { settingRows } from "@/components/palette/palette-settings";
import { matchingRows } from "@/lib/search/matching-rows";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { english } from "@/test/support/words";

afterEach(() => useAccess.setState(useAccess.getInitialState(), true));

const t = createTranslator({ locale: "en", messages: english });

const keyRows: readonly string[] = ["accessCode", "useCustomConfig", "searchFields.engine"];

function placesFound(query: string): string[] {
  const context = { t, settings: useSettings.getState() } as unknown as PaletteContext;
  return matchingRows(settingRows(context), query).map(({ id }) => id.replace("setting:", ""));
}

test.each([
  ["language", "language"],
  ["avatar", "avatar"],
  ["version", "version"],
  ["reset settings", "resetSettings"],
  ["clear all data", "clearAll"],
  ["delete everything", "clearAll"],
  ["backup", "device"],
  ["export", "device"],
  ["cloud sync", "sync"],
  ["default model", "defaultModel"],
  ["temperature", "temperature"],
  ["search engine", "searchFields.engine"],
  ["theme", "theme"],
  ["dark mode", "theme"],
  ["api key", "useCustomConfig"],
  ["tts", "speechFields.enable"],
  ["read aloud", "speechFields.enable"],
  ["realtime", "voiceFields.enable"],
  ["custom instructions", "systemPrompt"],
  ["max output tokens", "max_tokens"],
  ["randomness", "temperature"],
  ["system prompt", "systemPrompt"],
])("%j finds the row %s", (query, place) => {
  expect(placesFound(query)).toContain(place);
});

test.each([
  [{ needCode: true, hideUserApiKey: false }, ["accessCode", "useCustomConfig", "searchFields.engine"]],
  [{ needCode: true, hideUserApiKey: true }, ["accessCode"]],
  [{ needCode: false, hideUserApiKey: false }, ["useCustomConfig", "searchFields.engine"]],
])("the access rows match what is available: with %j %j", (flags, places) => {
  useAccess.setState({ flags: { ...serverlessFlags, ...flags } });
  expect(placesFound("").filter((place) => keyRows.includes(place))).toEqual(places);
});
