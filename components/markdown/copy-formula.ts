import type { MouseEvent } from "react";
import { toAppError } from "@/lib/errors";
import { copyText } from "@/lib/platform/clipboard";
import { report, useUi } from "@/store/base/ui";

/** Copies the TeX of the clicked formula, unless text is being selected. */
export function copyFormula({ target }: MouseEvent): void {
  const formula = target instanceof Element ? target.closest<HTMLElement>("[data-tex]") : null;
  if (!formula || getSelection()?.isCollapsed === false) return;
  copyText(formula.dataset.tex ?? "").then(
    () => useUi.getState().toast({ kind: "copied" }),
    (thrown: unknown) => report(toAppError(thrown)),
  );
}
