import { create } from "zustand";
import type { BuiltinPrompts } from "@/lib/chat/builtin-prompts";
import { noBuiltinPrompts, readBuiltinPrompts } from "@/lib/chat/builtin-prompts";
import { type PromptDocument, readPromptDocument, withoutPrompt, withPrompt } from "@/lib/chat/prompt-document";
import { type Prompt, readPrompts } from "@/lib/chat/prompts";
import type { Environment } from "@/lib/environment";
import { brand } from "@/lib/platform/brand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { catalogue } from "@/lib/storage/catalogue";
import { brandFile } from "@/store/library/brand-file";
import { largeDocument } from "@/store/records/large-document";

interface PromptsState {
  readonly document: PromptDocument;
  /** The prompts of the document, the newest first. */
  readonly own: readonly Prompt[];
  readonly builtin: BuiltinPrompts;
  readonly builtinState: "unread" | "loading" | "ready" | "failed";
}

interface PromptsActions {
  hydrate(stored: unknown): void;
  /** Adds a prompt on top; returns it. */
  add(words: Pick<Prompt, "title" | "content">): Prompt;
  change(id: string, patch: Partial<Pick<Prompt, "title" | "content">>): void;
  /** Deletes a prompt again that was added to be written, where nothing was. */
  dropUnwritten(added: Prompt): void;
  /** Deletes a prompt; returns the function that brings it back. */
  remove(id: string): () => void;
  /** Fetches the built-in prompts where they are not there yet. Where that fails there are none. */
  fetchBuiltin(): Promise<void>;
}

type PromptsStore = PromptsState & PromptsActions;

interface PromptsDependencies {
  readonly env: Pick<Environment, "now" | "newId" | "fetch">;
  /** The path under which the app is served. */
  readonly path: string;
}

/** Makes the store of saved prompts (`prompt-store`): the user's own, and those that come with the app. */
export function createPrompts({ env, path }: PromptsDependencies) {
  return create<PromptsStore>()((set, get) => {
    const take = (document: PromptDocument) => set({ document, own: readPrompts(document.prompts) });
    const put = (prompt: Prompt) => take(withPrompt(get().document, prompt, env.now()));
    const find = (id: string) => get().own.find((prompt) => prompt.id === id);
    return {
      document: readPromptDocument(undefined),
      own: [],
      builtin: noBuiltinPrompts,
      builtinState: "unread",
      hydrate(stored) {
        take(readPromptDocument(stored));
      },
      add(words) {
        const prompt = { id: env.newId(), ...words, createdAt: env.now() };
        put(prompt);
        return prompt;
      },
      change(id, patch) {
        const prompt = find(id);
        if (prompt) put({ ...prompt, ...patch });
      },
      dropUnwritten(added) {
        const prompt = find(added.id);
        if (!prompt) return;
        const isAsAdded = prompt.title === added.title && prompt.content === added.content;
        if (isAsAdded || (prompt.title.trim() === "" && prompt.content.trim() === "")) get().remove(added.id);
      },
      remove(id) {
        const prompt = find(id);
        if (!prompt) return () => {};
        const stored = get().document.prompts[id];
        take(withoutPrompt(get().document, id, env.now()));
        return () => {
          // All that was stored of it comes back, not just what this version knows.
          const { document } = get();
          take(withPrompt({ ...document, prompts: { ...document.prompts, [id]: stored } }, prompt, env.now()));
        };
      },
      async fetchBuiltin() {
        const { builtinState } = get();
        if (builtinState === "loading" || builtinState === "ready") return;
        set({ builtinState: "loading" });
        try {
          const file = await brandFile(env, brand.prompts, { path, name: "prompts.json" });
          set({ builtin: readBuiltinPrompts(file), builtinState: "ready" });
        } catch (error) {
          console.warn("The built-in prompts could not be fetched.", error);
          set({ builtinState: "failed" });
        }
      },
    };
  });
}

export const usePrompts = createPrompts({ env: browserEnvironment, path: basePath });

const openDocument = largeDocument(usePrompts, {
  entry: catalogue.prompts,
  load: usePrompts.getState().hydrate,
  save: ({ document }) => document,
});

/**
 * Reads the stored prompts on the first call, writes changes from then on, and fetches the built-in prompts. Resolves
 * once the stored ones are read.
 */
export function openPrompts(): Promise<void> {
  void usePrompts.getState().fetchBuiltin();
  return openDocument();
}
