import { createTranslator } from "use-intl/core";
import type { PaletteContext } from "@/components/palette/palette-context";
import { paletteGroups, readQuery } from "@/components/palette/palette-groups";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { sampleSession } from "@/test/support/chat-samples";
import { english } from "@/test/support/words";

afterEach(() => useAccess.setState(useAccess.getInitialState(), true));

test.each(["import", "restore", "backup"])("“%s” offers the import of a file before chats and settings", (words) => {
  useAccess.setState({ flags: serverlessFlags });
  const t = createTranslator({ locale: "en", messages: english });
  const sessions = [sampleSession({ id: "s", topic: "Import duties, backup plans and restored ships" })];
  const actionContext = { t, sessionId: "", isPhone: false };
  const settings = useSettings.getState();
  const context = { t, actionContext, sessions, masks: [], prompts: [], models: [], settings, operatorTexts: () => [] };
  const groups = paletteGroups(context as unknown as PaletteContext, readQuery(words), []);
  expect(groups[0]?.rows[0]?.label).toBe("Import chats or a backup…");
});
