/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { act, renderHook } from "@testing-library/react";
import { useIsWide } from "@/components/chat/documents/use-viewer-width";
import { useUi } from "@/store/base/ui";
import { useSettings } from "@/store/settings/settings";

let windowWidth = 0;
const queries = new EventTarget();
Object.assign(globalThis, {
  matchMedia: (media: string) => ({
    get matches() {
      const [, bound, pixels] = /^\((min|max)-width: (\d+)px\)/.exec(media) ?? [];
      return bound === "min" && windowWidth >= Number(pixels) && !media.includes("max-width");
    },
    addEventListener: queries.addEventListener.bind(queries),
    removeEventListener: queries.removeEventListener.bind(queries),
  }),
});

test.each([
  { sidebarWidth: 300, isFullWidth: false, least: 1260 },
  { sidebarWidth: 500, isFullWidth: false, least: 1460 },
  { sidebarWidth: 100, isFullWidth: false, least: 1060 },
  { sidebarWidth: 300, isFullWidth: true, least: 960 },
])("with the sidebar %j, both columns have 480 pixels", ({ sidebarWidth, isFullWidth, least }) => {
  windowWidth = least - 1;
  useSettings.setState({ sidebarWidth });
  useUi.setState({ isFullWidth });
  const { result } = renderHook(useIsWide);
  expect(result.current).toBe(false);
  act(() => {
    windowWidth = least;
    queries.dispatchEvent(new Event("change"));
  });
  expect(result.current).toBe(true);
  act(() => useSettings.setState({ sidebarWidth: sidebarWidth + 1 }));
  expect(result.current).toBe(isFullWidth);
});
