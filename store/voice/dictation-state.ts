import { create } from "zustand";
import type { Dictation, DictationWay } from "@/lib/chat/dictation";

/** The dictation: one in this tab. */
interface DictationStore {
  readonly state: Dictation;
  /** The chat whose message box gets the text; null without a dictation. */
  readonly sessionId: string | null;
  readonly ways: readonly DictationWay[];
  /** The way in use; undefined until the ways are known. */
  readonly way: DictationWay | undefined;
  /** The chosen language; empty for the default. */
  readonly language: string;
  /** Returns the level of the microphone, from 0 to 1; absent if it is unknown. */
  readonly readLevel: (() => number) | undefined;
}

/** The store without a dictation. */
export const closedDictation: DictationStore = {
  state: { phase: "closed" },
  sessionId: null,
  ways: [],
  way: undefined,
  language: "",
  readLevel: undefined,
};

export const useDictation = create<DictationStore>()(() => closedDictation);

/** Whether the microphone records a dictation, or is about to. */
export function isDictating(): boolean {
  const { phase } = useDictation.getState().state;
  return phase === "starting" || phase === "listening";
}
