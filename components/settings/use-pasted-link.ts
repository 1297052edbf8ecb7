"use client";
import { useEffect } from "react";
import { pastedLink } from "@/lib/links/pasted-link";
import { useUi } from "@/store/base/ui";

/** Opens the link dialog when a gateway's link is pasted anywhere on the screen, while mounted. */
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
