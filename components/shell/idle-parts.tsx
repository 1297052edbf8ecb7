"use client";
import { useEffect } from "react";
import { OpenedLinks } from "@/components/links/opened-links";
import { TooltipLayer } from "@/components/ui/tooltip";
import { startAutoplay } from "@/store/speech-autoplay";
import { startUpkeep } from "@/store/upkeep";
import { Toasts } from "./toasts";

export { SidebarNav } from "./sidebar-nav";
export { StorageBanner } from "./storage-banner";

/** What belongs to every screen and is not needed before one can be used. */
export function IdleParts() {
  useEffect(startUpkeep, []);
  useEffect(startAutoplay, []);
  return (
    <>
      <Toasts />
      <TooltipLayer />
      <OpenedLinks />
    </>
  );
}
