import { useSyncExternalStore } from "react";

/** The theme colors that diagrams use, by their token names. */
const names = ["well", "line-control", "line-2", "ink", "ink-2", "ink-3", "sheet"] as const;

export type ThemeColours = Readonly<Record<(typeof names)[number], string>>;

/** Returns the theme colors as JSON text, which only changes with the theme. */
export function useThemeColours(): string {
  return useSyncExternalStore(subscribe, read, () => "{}");
}

function read(): string {
  const style = getComputedStyle(document.body);
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])));
}

/** The theme is a class of the body, or the system's preference. */
function subscribe(changed: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributeFilter: ["class"] });
  system.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", changed);
  };
}
