"use client";
import { useLayoutEffect, useMemo } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import { builtinPromptsFor, noBuiltinPrompts } from "@/lib/chat/builtin-prompts";
import type { Prompt } from "@/lib/chat/prompts";
import { useLocale } from "@/store/base/locale";
import { usePrompts } from "@/store/library/prompts";

/** All prompts, in display order. */
export interface PromptSources {
  /** The user's own, newest first. */
  readonly own: readonly Prompt[];
  readonly builtin: readonly Prompt[];
}

/** Subscribes to all prompts. They are read on demand; until then there are none. */
export function usePromptSources(isWanted = true): PromptSources {
  const store: PromptStore = isWanted ? usePrompts : unread;
  const own = useStore(store, (prompts) => prompts.own);
  const builtin = useStore(store, (prompts) => prompts.builtin);
  const language = useLocale(({ code }) => code);
  useLayoutEffect(() => {
    if (isWanted) void usePrompts.getState().fetchBuiltin();
  }, [isWanted]);
  return useMemo(() => ({ own, builtin: builtinPromptsFor(language, builtin) }), [own, builtin, language]);
}

type PromptStore = ReadonlyStoreApi<Pick<ReturnType<typeof usePrompts.getState>, "own" | "builtin">>;
type ReadonlyStoreApi<S> = Pick<StoreApi<S>, "getState" | "getInitialState" | "subscribe">;

/** A placeholder store: the first use of the real one reads the document. */
const unread: PromptStore = createStore(() => ({ own: [], builtin: noBuiltinPrompts }));
