import { toAppError } from "@/lib/errors";
import { catalogue } from "@/lib/storage/catalogue";
import { report } from "@/store/base/ui";
import { largeTexts } from "@/store/records/text-store";

/** Reads the projects once another tab, an import or a sync has stored the first one. Returns the function that ends it. */
export function watchProjects(): () => void {
  return largeTexts.listen((key) => {
    if (key !== catalogue.projects.key) return;
    import("@/store/library/projects")
      .then(({ useProjectList }) => useProjectList.whenRead())
      .catch((thrown: unknown) => report(toAppError(thrown)));
  });
}
