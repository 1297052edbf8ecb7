"use client";
import { useTranslations } from "use-intl";
import { sidebarWidths } from "@/lib/settings/app-settings";
import styles from "./sidebar-resizer.module.css";
import { useSidebarWidth } from "./use-sidebar-width";
import { WidthHandle } from "./width-handle";

/** The handle at the sidebar's inline end; a click toggles the narrow sidebar. */
export function SidebarResizer() {
  const t = useTranslations("sidebar");
  const { width, isNarrow, setWidth, toggle } = useSidebarWidth();
  return (
    <WidthHandle
      label={t("width")}
      width={width}
      min={sidebarWidths.narrow}
      max={sidebarWidths.max}
      wider={isNarrow ? sidebarWidths.threshold : undefined}
      className={styles.resizer}
      onResize={setWidth}
      onToggle={toggle}
    />
  );
}
