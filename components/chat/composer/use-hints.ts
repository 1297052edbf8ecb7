"use client";
import { useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { usePromptSources } from "@/components/prompts/use-prompt-sources";
import { useDebounced } from "@/components/ui/use-debounced";
import { type ChatCommand, commandsFor } from "@/lib/chat/chat-commands";
import { promptQuery } from "@/lib/chat/prompt-query";
import { isCompletePrompt, searchPrompts } from "@/lib/chat/prompts";
import { isHidden } from "@/lib/platform/brand";
import { useDrafts } from "@/store/chats/drafts";
import { useSettings } from "@/store/settings/settings";

/** Minimum time between two searches for prompts while typing, in milliseconds. */
const searchMs = 100;

/** A completion of the draft. */
export interface Hint {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  readonly onPick: () => void;
}

/** The completions above the message box. */
export interface HintList {
  readonly label: string;
  readonly hints: readonly Hint[];
  /** The names are typed exactly as shown, in any language. */
  readonly hasTypedNames: boolean;
  /** Shown if there are no hints. */
  readonly emptyText?: string;
}

/** Returns the completions of a draft that begins with a colon or a slash. */
export function useHints(sessionId: string, onCommand: (command: ChatCommand) => void) {
  const t = useTranslations();
  const text = useDrafts(({ drafts }) => hintedPart(drafts[sessionId]?.text ?? ""));
  const [closedAt, setClosedAt] = useState<string>();
  const commands = commandsFor(text).filter((name) => name !== "newm" || !isHidden("masks"));
  const prompts = usePrompts(text);

  function listNow(): HintList | undefined {
    if (text === closedAt) return undefined;
    if (commands.length > 0) {
      const hints = commands.map((command) => ({
        id: command,
        name: `:${command}`,
        detail: t(`commands.${command}`),
        onPick: () => onCommand(command),
      }));
      return { label: t("hints.commands"), hints, hasTypedNames: true };
    }
    if (!prompts) return undefined;
    const hints = prompts.found.map(({ id, title, content }) => ({
      id,
      name: title,
      detail: content.slice(0, detailChars),
      onPick: () => useDrafts.getState().change(sessionId, () => ({ text: content })),
    }));
    if (hints.length === 0 && prompts.query !== "") return undefined;
    return { label: t("composerTools.prompts"), hints, hasTypedNames: false, emptyText: t("hints.noPrompts") };
  }

  const list = listNow();
  const said = list ? t("hints.count", { count: list.hints.length }) : "";
  return { list, said, close: () => setClosedAt(text) };
}

/** Returns an empty string for any other draft, so that typing does not re-render the hints. */
function hintedPart(text: string): string {
  return /^[/:：]/.test(text) ? text : "";
}

/** Maximum length of a prompt in its row, in characters. */
const detailChars = 200;

/** Returns the prompts that match the draft; empty if it is not a search. */
function usePrompts(text: string) {
  const isOff = useSettings((settings) => settings.disablePromptHint);
  const query = useDebounced(isOff ? undefined : promptQuery(text), searchMs);
  const { own, builtin } = usePromptSources(query !== undefined);
  const offered = useMemo(() => [own.filter(isCompletePrompt), builtin], [own, builtin]);
  return useMemo(
    () => (query === undefined ? undefined : { query, found: searchPrompts(offered, query) }),
    [query, offered],
  );
}
