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
import { type BuiltinList, builtinList } from "@/store/base/builtin-list";
import { removeWithUndo } from "@/store/base/remove-with-undo";
import { brandFile } from "@/store/library/brand-file";
import { documentStore } from "@/store/records/document-store";

interface PromptsStore extends BuiltinList<BuiltinPrompts> {
  readonly document: PromptDocument;
  /** The prompts of the document, the newest first. */
  readonly own: readonly Prompt[];
  hydrate(stored: unknown): void;
  /** Adds a prompt on top and returns it. */
  add(words: Pick<Prompt, "title" | "content">): Prompt;
  change(id: string, patch: Partial<Pick<Prompt, "title" | "content">>): void;
  /** Deletes a prompt that was added and left empty. */
  dropUnwritten(added: Prompt): void;
  /** Deletes a prompt. Returns the function that restores it. */
  remove(id: string): () => void;
}

interface PromptsDependencies {
  readonly env: Pick<Environment, "now" | "newId" | "fetch">;
  /** The path under which the app is served. */
  readonly path: string;
}

/** Creates the store of saved prompts: the user's own, and those shipped with the app. */
export function createPrompts({ env, path }: PromptsDependencies) {
  return create<PromptsStore>()((set, get) => {
    const take = (document: PromptDocument) => set({ document, own: readPrompts(document.prompts) });
    const put = (prompt: Prompt) => take(withPrompt(get().document, prompt, env.now()));
    const find = (id: string) => get().own.find((prompt) => prompt.id === id);
    return {
      document: readPromptDocument(undefined),
      own: [],
      ...builtinList(set, get, {
        name: "prompts",
        empty: noBuiltinPrompts,
        fetch: async () => readBuiltinPrompts(await brandFile(env, brand.prompts, { path, name: "prompts.json" })),
      }),
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
        // Restores unknown fields of newer versions, too.
        const stored = get().document.prompts[id];
        return removeWithUndo(get().own, id, {
          store: () => take(withoutPrompt(get().document, id, env.now())),
          restore(prompt) {
            const { document } = get();
            take(withPrompt({ ...document, prompts: { ...document.prompts, [id]: stored } }, prompt, env.now()));
          },
        });
      },
    };
  });
}

export const usePrompts = documentStore(
  createPrompts({ env: browserEnvironment, path: basePath }),
  catalogue.prompts,
  ({ document }) => document,
);
