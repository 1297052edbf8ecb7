"use client";
import { useEffect } from "react";
import { useUi } from "@/store/ui";
import { maskInAddress } from "./link-in-address";

/** Follows links to masks: the mask leaves the address and the history at once, and a dialog asks. */
export function MaskLinks() {
  useEffect(() => {
    function follow() {
      const found = maskInAddress(location);
      if (!found) return;
      history.replaceState(null, "", location.pathname + found.rest);
      useUi.getState().openDialog({ kind: "mask-link", link: found.link });
    }
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return null;
}
