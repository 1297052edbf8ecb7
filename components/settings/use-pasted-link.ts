"use client";
import { useEffect } from "react";
import { pastedLink } from "@/lib/links/pasted-link";
import { useUi } from "@/store/base/ui";

/** While it is used, a gateway's link that is pasted anywhere on the screen opens the dialog of links. */
export function usePastedLink(): void {
  useEffect(() => {
    function paste(event: ClipboardEvent) {
      const parameters = pastedLink(event.clipboardData?.getData("text/plain") ?? "");
      if (!parameters) return;
      event.preventDefault();
      useUi.getState().openDialog({ kind: "link", parameters });
    }
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, []);
}
