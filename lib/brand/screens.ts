/** The features that an operator can hide. */
export const features = ["images", "masks", "mcp", "plugins", "search", "sync", "voice"] as const;

export type Feature = (typeof features)[number];

interface Screen {
  readonly path: `/${string}`;
  /** The feature of the screen; if an operator hides it, the screen does not exist. */
  readonly feature?: Feature;
  /** Locale key of the screen's name, if navigation and palette offer the screen. */
  readonly name?: string;
}

/** All screens of the app. Navigation, palette, links, hidden pages and tests are derived from this table. */
export const screens = [
  { path: "/" },
  { path: "/chat" },
  { path: "/settings" },
  { path: "/new-chat", feature: "masks" },
  { path: "/masks", feature: "masks", name: "sidebarNav.masks" },
  { path: "/plugins", feature: "plugins", name: "plugins.title" },
  { path: "/mcp-market", feature: "mcp", name: "mcp.title" },
  { path: "/sd", feature: "images", name: "imageTasks.title" },
  { path: "/sd-new", feature: "images" },
  { path: "/search-chat", feature: "search", name: "search.title" },
  { path: "/auth" },
  { path: "/artifacts" },
] as const satisfies readonly Screen[];

/** A screen that navigation and palette offer by its name. */
export type NamedScreen = Extract<(typeof screens)[number], { readonly name: string }>;

/** The screens in navigation and palette, in order. */
export const namedScreens = screens.filter((screen): screen is NamedScreen => "name" in screen);

/** Returns the paths of the screens that do not exist while these features are hidden. */
export function hiddenPaths(hidden: readonly Feature[]): readonly string[] {
  return screens.flatMap((screen) => ("feature" in screen && hidden.includes(screen.feature) ? screen.path : []));
}
