"use client";
import { useLayoutEffect, useMemo } from "react";
import { builtinPromptsFor } from "@/lib/chat/builtin-prompts";
import type { Prompt } from "@/lib/chat/prompts";
import { useLocale } from "@/store/base/locale";
import { openPrompts, usePrompts } from "@/store/library/prompts";

/** All prompts, in the order in which they are offered. */
export interface PromptSources {
  /** The user's own, the newest first. */
  readonly own: readonly Prompt[];
  readonly builtin: readonly Prompt[];
}

/** Follows all prompts from when they are first wanted; none where they are not. */
export function usePromptSources(isWanted = true): PromptSources {
  const own = usePrompts((prompts) => prompts.own);
  const builtin = usePrompts((prompts) => prompts.builtin);
  const language = useLocale(({ code }) => code);
  useLayoutEffect(() => {
    if (isWanted) void openPrompts();
  }, [isWanted]);
  return useMemo(
    () => (isWanted ? { own, builtin: builtinPromptsFor(language, builtin) } : none),
    [isWanted, own, builtin, language],
  );
}

const none: PromptSources = { own: [], builtin: [] };
