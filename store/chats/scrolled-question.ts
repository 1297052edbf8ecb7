import { create } from "zustand";

interface ScrolledQuestionStore {
  /** The question of the answer on screen, if the question is above the viewport. */
  readonly question: { readonly sessionId: string; readonly messageId: string } | undefined;
  show(question: ScrolledQuestionStore["question"]): void;
}

/** The question that has scrolled out of the open chat. The thread sets it, and the header shows it. */
export const useScrolledQuestion = create<ScrolledQuestionStore>()((set) => ({
  question: undefined,
  show: (question) => set({ question }),
}));
