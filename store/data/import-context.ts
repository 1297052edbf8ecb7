import type { ImportContext } from "@/lib/import/imported";
import { tagsOf } from "@/lib/models/model-facts";
import { providers } from "@/lib/providers/registry";

/** The context that readers of files need, as plain data that can be sent to a worker. */
export type ImportWorld = Omit<ImportContext, "providers" | "thinks">;

/** Returns the context for readers of files. */
export function contextIn(world: ImportWorld): ImportContext {
  return {
    ...world,
    providers: Object.values(providers),
    thinks: (model) => tagsOf(model).includes("reasoning"),
  };
}
