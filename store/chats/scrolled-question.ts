import { create } from "zustand";

interface ScrolledQuestionStore {
  /** The question whose answer is read, where it stands above what is in sight. */
  readonly question: { readonly sessionId: string; readonly messageId: string } | undefined;
  show(question: ScrolledQuestionStore["question"]): void;
}

/** The question that has scrolled out of the open chat: its thread tells, its header shows it. */
export const useScrolledQuestion = create<ScrolledQuestionStore>()((set) => ({
  question: undefined,
  show: (question) => set({ question }),
}));
