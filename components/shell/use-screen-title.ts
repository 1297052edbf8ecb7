import { useLayoutEffect } from "react";
import { useTranslations } from "use-intl";
import { brand } from "@/lib/platform/brand";

type ScreenName =
  | "sidebarNav.masks"
  | "plugins.title"
  | "mcp.title"
  | "imageTasks.title"
  | "search.title"
  | "sidebarNav.pickMask";

/**
 * Sets the document's title when a screen opens. The screen's lazy-loaded content would set it after Next's announcer
 * has read the title of the previous screen. Without the messages, the title is the brand's name.
 */
export function useScreenTitle(name: ScreenName): void {
  const t = useTranslations();
  const title = t.has(name) ? `${t(name)} · ${brand.name}` : brand.name;
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}
