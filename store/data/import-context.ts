import type { ImportContext } from "@/lib/import/imported";
import { tagsOf } from "@/lib/models/model-facts";
import { providers } from "@/lib/providers/registry";

/** What readers of files must know of this page, as plain data that a worker can be given. */
export type ImportWorld = Omit<ImportContext, "providers" | "thinks">;

/** Returns all that readers of files must know. */
export function contextIn(world: ImportWorld): ImportContext {
  return {
    ...world,
    providers: Object.values(providers),
    thinks: (model) => tagsOf(model).includes("reasoning"),
  };
}
