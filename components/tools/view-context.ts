import { isPhone } from "@/components/ui/is-phone";
import type { ViewContext } from "@/lib/tools/mcp/view-session";

/** Maximum height of a page in a message, in pixels; a page in full screen fills it. */
export const maxViewHeight = 600;

/** Style variables of the specification, with the tokens whose values they get. */
const tokens = {
  "--color-background-primary": "--sheet",
  "--color-background-secondary": "--well",
  "--color-background-tertiary": "--well-2",
  "--color-background-inverse": "--solid",
  "--color-background-ghost": "--hover",
  "--color-background-info": "--info-soft",
  "--color-background-danger": "--danger-soft",
  "--color-background-success": "--success-soft",
  "--color-background-warning": "--warning-soft",
  "--color-background-disabled": "--well",
  "--color-text-primary": "--ink",
  "--color-text-secondary": "--ink-2",
  "--color-text-tertiary": "--ink-3",
  "--color-text-inverse": "--ink-on-solid",
  "--color-text-ghost": "--ink-3",
  "--color-text-info": "--info",
  "--color-text-danger": "--danger",
  "--color-text-success": "--success",
  "--color-text-warning": "--warning",
  "--color-text-disabled": "--ink-off",
  "--color-border-primary": "--line-2",
  "--color-border-secondary": "--line",
  "--color-border-tertiary": "--line",
  "--color-border-inverse": "--solid",
  "--color-border-info": "--info",
  "--color-border-danger": "--danger",
  "--color-border-success": "--success",
  "--color-border-warning": "--warning",
  "--color-ring-primary": "--focus",
  "--color-ring-danger": "--danger",
  "--font-mono": "--font-mono",
  "--font-text-xs-size": "--t-xs",
  "--font-text-sm-size": "--t-sm",
  "--font-text-md-size": "--t-md",
  "--font-text-lg-size": "--t-lg",
  "--border-radius-xs": "--r-xs",
  "--border-radius-sm": "--r-sm",
  "--border-radius-md": "--r-md",
  "--border-radius-lg": "--r-lg",
  "--border-radius-xl": "--r-xl",
  "--border-radius-full": "--r-full",
} as const;

/** Returns whether the interface is dark: the theme of pages follows it. */
export function viewTheme(): "light" | "dark" {
  return getComputedStyle(document.body).colorScheme.includes("dark") ? "dark" : "light";
}

/** Returns the part of a page's environment that the theme determines. */
export function themeContext(): ViewContext {
  const style = getComputedStyle(document.body);
  const values = Object.entries(tokens).map(([name, token]) => [name, style.getPropertyValue(token).trim()]);
  // The page cannot load the app's web fonts.
  const variables = { ...Object.fromEntries(values), "--font-sans": "system-ui, sans-serif" };
  return { theme: viewTheme(), styles: { variables } };
}

/** Returns the environment of a page in a message. */
export function viewContext(frame: HTMLElement | null, displayMode: string): ViewContext {
  return {
    ...themeContext(),
    displayMode,
    availableDisplayModes: ["inline", "fullscreen"],
    containerDimensions: { width: frame?.clientWidth ?? 0, maxHeight: maxViewHeight },
    locale: document.documentElement.lang,
    platform: isPhone() ? "mobile" : "web",
    deviceCapabilities: {
      touch: matchMedia("(any-pointer: coarse)").matches,
      hover: matchMedia("(hover: hover)").matches,
    },
  };
}
