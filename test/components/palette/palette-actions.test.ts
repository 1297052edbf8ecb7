/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { createTranslator } from "use-intl/core";
import type { PaletteContext } from "@/components/palette/palette-context";
import { paletteGroups, readQuery } from "@/components/palette/palette-groups";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { sampleSession } from "@/test/support/chat-samples";
import { english } from "@/test/support/words";

afterEach(() => useAccess.setState(useAccess.getInitialState(), true));

test("“system prompt” finds the settings of the open chat, and the prompt for all chats", () => {
  useAccess.setState({ flags: serverlessFlags });
  const t = createTranslator({ locale: "en", messages: english });
  const current = sampleSession({ id: "s" });
  const actionContext = { t, sessionId: "s", isPhone: false };
  const settings = useSettings.getState();
  const lists = { sessions: [current], masks: [], prompts: [], models: [], operatorTexts: () => [] };
  const context = { t, actionContext, current, isChatShown: true, settings, ...lists };
  const groups = paletteGroups(context as unknown as PaletteContext, readQuery("system prompt"), []);
  const labels = groups.flatMap(({ rows }) => rows.map(({ label }) => label));
  expect(labels.slice(0, 2)).toEqual(["Chat settings", "System prompt for all chats"]);
});
