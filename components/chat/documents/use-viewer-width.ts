import { useCallback, useSyncExternalStore } from "react";
import { useSidebarWidth } from "@/components/shell/use-sidebar-width";
import { useUi } from "@/store/base/ui";

/** Minimum width of the chat beside a document, in pixels. All buttons of the message box fit in it. */
const minChatWidth = 480;

/** Returns whether the window has space for a document beside the chat. Each has half of the space beside the sidebar. */
export function useIsWide(): boolean {
  const { width } = useSidebarWidth();
  const isFullWidth = useUi((ui) => ui.isFullWidth);
  const wide = `(min-width: ${2 * minChatWidth + (isFullWidth ? 0 : width)}px)`;
  const listen = useCallback(
    (changed: () => void) => {
      const query = matchMedia(wide);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    [wide],
  );
  return useSyncExternalStore(
    listen,
    () => matchMedia(wide).matches,
    () => false,
  );
}
