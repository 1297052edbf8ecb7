import { create } from "zustand";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { catalogue } from "@/lib/storage/catalogue";
import { readToolPrograms, type ToolProgram, type ToolProgramDraft } from "@/lib/tools/mcp/program";
import { removeWithUndo } from "@/store/base/remove-with-undo";
import { documentStore } from "@/store/records/document-store";

interface ProgramsStore {
  /** The user's programs, newest first. */
  readonly programs: readonly ToolProgram[];
  hydrate(stored: unknown): void;
  /** Adds a program. */
  add(draft: ToolProgramDraft): void;
  change(id: string, patch: Partial<ToolProgramDraft & Pick<ToolProgram, "isOn">>): void;
  /** Deletes a program. Returns the function that restores it. */
  remove(id: string): () => void;
}

/** Creates the store of the programs on this computer that serve tools (`mcp-programs`). */
export function createPrograms({ env }: { env: Pick<Environment, "now" | "newId"> }) {
  return create<ProgramsStore>()((set, get) => ({
    programs: [],
    hydrate(stored) {
      set({ programs: readToolPrograms(stored) });
    },
    add(draft) {
      set({ programs: [{ ...draft, id: env.newId(), createdAt: env.now(), isOn: true }, ...get().programs] });
    },
    change(id, patch) {
      set({ programs: get().programs.map((program) => (program.id === id ? { ...program, ...patch } : program)) });
    },
    remove(id) {
      return removeWithUndo(get().programs, id, {
        store: (programs) => set({ programs }),
        restore(removed) {
          const others = get().programs.filter((program) => program.id !== id);
          set({ programs: [...others, removed].toSorted((one, other) => other.createdAt - one.createdAt) });
        },
      });
    },
  }));
}

export const usePrograms = documentStore(
  createPrograms({ env: browserEnvironment }),
  catalogue.mcpPrograms,
  ({ programs }) => ({ programs: Object.fromEntries(programs.map((program) => [program.id, program])) }),
);
