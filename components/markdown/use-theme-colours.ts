import { useSyncExternalStore } from "react";

/** The colours that a diagram takes over, by their names in the tokens. */
const names = ["well", "line-control", "line-2", "ink", "ink-2", "ink-3", "sheet"] as const;

export type ThemeColours = Readonly<Record<(typeof names)[number], string>>;

/** Returns the colours of the page as JSON text, which changes with the theme and only then. */
export function useThemeColours(): string {
  return useSyncExternalStore(subscribe, read, () => "{}");
}

function read(): string {
  const style = getComputedStyle(document.body);
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])));
}

/** The theme is a class of the body, or the wish of the system. */
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
