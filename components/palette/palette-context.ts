"use client";
import { usePathname, useRouter } from "next/navigation";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { useActionContext } from "@/components/actions/action";
import { useAvailableModels } from "@/components/chat/settings/use-used-settings";
import { useAllMasks } from "@/components/masks/use-masks";
import { useStartChat } from "@/components/masks/use-start-chat";
import { usePromptSources } from "@/components/prompts/use-prompt-sources";
import { useOperatorTexts } from "@/components/search/operator-texts";
import { useOpenResult } from "@/components/search/use-open-result";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { useShortcutActions } from "@/components/shell/use-shortcut-actions";
import { isCompletePrompt } from "@/lib/chat/prompts";
import { useChats } from "@/store/chats/chats";
import { currentSession } from "@/store/chats/chats-state";
import type { SearchResults } from "@/store/search/search";
import { useSettings } from "@/store/settings/settings";

/** Returns the data and functions that the palette's sources use; `results` are the search results in chats. */
export function usePaletteContext(results: SearchResults | undefined) {
  const t = useTranslations();
  const router = useRouter();
  const pathname = usePathname();
  const sessions = useChats((chats) => chats.sessions);
  const current = useChats(currentSession);
  const settings = useSettings();
  const models = useAvailableModels();
  const masks = useAllMasks();
  const { startWith } = useStartChat();
  const chatActions = useChatActions();
  const shortcutActions = useShortcutActions();
  const actionContext = useActionContext(current?.id ?? "");
  const openResult = useOpenResult();
  const operatorTexts = useOperatorTexts();
  const { own, builtin } = usePromptSources();
  const prompts = useMemo(() => [...own.filter(isCompletePrompt), ...builtin], [own, builtin]);
  const isChatShown = pathname === "/" || pathname.startsWith("/chat");
  return {
    t,
    router,
    pathname,
    results,
    sessions,
    current,
    isChatShown,
    settings,
    models,
    masks,
    startWith,
    prompts,
    chatActions,
    shortcutActions,
    actionContext,
    openResult,
    operatorTexts,
  };
}

export type PaletteContext = ReturnType<typeof usePaletteContext>;
