"use client";
import { useLayoutEffect } from "react";
import { readBuildInfo } from "@/lib/platform/build-info";
import { fontList } from "@/lib/settings/font-list";
import { localeOf } from "@/locales/registry";
import { useLocale } from "@/store/base/locale";
import { useSettings } from "@/store/settings/settings";
import { useSidebarWidth } from "./use-sidebar-width";

const browserBars = { light: "#fafafa", dark: "#151515" } as const;

/** Applies the style settings to the document: theme, density, fonts, frame, language and direction. */
export function Appearance() {
  const { theme, density, fontSize, fontFamily, tightBorder } = useSettings();
  const { width } = useSidebarWidth();
  const { tag, direction } = localeOf(useLocale(({ code }) => code));

  useLayoutEffect(() => {
    const { classList } = document.body;
    classList.toggle("light", theme === "light");
    classList.toggle("dark", theme === "dark");
    // The window of the desktop app already is a frame.
    classList.toggle("tight", tightBorder || readBuildInfo(document).isApp);
    for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      const own = bar.media.includes("dark") ? "dark" : "light";
      bar.content = browserBars[theme === "auto" ? own : theme];
    }
  }, [theme, tightBorder]);

  useLayoutEffect(() => {
    const root = document.documentElement;
    root.lang = new Intl.Locale(tag).baseName;
    root.dir = direction;
    root.dataset.density = density;
    root.style.setProperty("--chat-size", `${fontSize}px`);
    root.style.setProperty("--sidebar-w", `${width}px`);
    const fonts = fontList(fontFamily);
    if (fonts) root.style.setProperty("--chat-font", `${fonts}, var(--font-ui)`);
    else root.style.removeProperty("--chat-font");
  }, [density, direction, fontFamily, fontSize, tag, width]);

  return null;
}
