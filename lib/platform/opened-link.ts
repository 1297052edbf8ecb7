import { screens } from "@/lib/brand/screens";

/** What an address asked for, once it is out of the address bar and the history. */
export interface TakenLink {
  /** The parameters that ask the app for something, decoded once. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** The path that an old link behind `#` means, with all other parameters; absent where it is this one. */
  readonly to?: string;
}

declare global {
  interface Window {
    /** What the address of this page asked for when it was opened; whoever reads it deletes it. */
    openedLink?: TakenLink | undefined;
  }
}

/**
 * Takes what asks the app for something out of the address and of the history: from the query, and from that of a path
 * behind `#`, as older products have it. Nothing of it is ever sent anywhere, since it runs ahead of all else.
 *
 * `base` is the path under which the app is served, `slash` the end of its paths, `names` the names of its screens, joined by
 * `|`. The function is turned into text, so it uses nothing from outside itself.
 */
export function takeLink(base: string, slash: string, names: string): TakenLink | undefined {
  const all = ["settings", "code", "model", "mask", "fill", "submit"];
  const { search, hash, pathname } = location;
  const [route = "", ...queries] = hash.split("?");
  const isRoute = route.startsWith("#/");
  const parameters: [string, string][] = [];
  const inside = isRoute ? queries.join("?") : "";
  const [inQuery, behind] = [[pathname, search] as const, [route, inside] as const].map(([page, query]) => {
    // The search over all chats has a filter of that name.
    const asked = /\/search-chat\/?$/.test(page) ? all.filter((name) => name !== "model") : all;
    const others = new URLSearchParams(query);
    for (const [name, value] of [...others]) if (asked.includes(name)) parameters.push([name, value]);
    for (const name of asked) others.delete(name);
    return others;
  });
  if (!inQuery || !behind || (!isRoute && parameters.length === 0)) return undefined;
  // Of paths behind `#` only those that exist are followed: none leads to another host.
  const [, name = "", artifact] = new RegExp(`^#/(?:(${names})|artifacts/([\\w-]+))?/?$`).exec(route) ?? [];
  if (artifact) behind.set("id", artifact);
  const page = artifact ? "artifacts" : name;
  const path = page === "" ? "/" : `/${page}${slash}`;
  const withQuery = (to: string, ...queries: URLSearchParams[]) => {
    const query = queries.map(String).filter(Boolean).join("&");
    return query === "" ? to : `${to}?${query}`;
  };
  const [here, there, home] = [pathname, base + path, base].map((to) => to.replace(/\/$/, ""));
  const isElsewhere = isRoute && here !== there;
  const left = isElsewhere ? withQuery(pathname, inQuery) : withQuery(pathname, inQuery, behind);
  history.replaceState(null, "", left + (isRoute ? "" : hash));
  // Old links stand on the home page, whose query is theirs; another page's query is its own.
  const to = here === home ? withQuery(path, inQuery, behind) : withQuery(path, behind);
  return { parameters, ...(isElsewhere && { to }) };
}

/** The names of all screens but the home page, for `takeLink`. */
export const screenNames = screens.flatMap(({ path }) => (path === "/" ? [] : path.slice(1))).join("|");

/**
 * Returns the script that runs before everything else in the server's HTML: it keeps what the address asks for until the
 * app can show it, and sends an old address that asks for nothing to the page that it means. `base` is code that answers
 * the path under which the app is served.
 */
export function openedLinkScript(base: string, slash: string): string {
  const follow = "if(l){if(l.parameters.length)window.openedLink=l;else if(l.to)location.replace(b+l.to)}";
  return `(function(b){var l=(${takeLink.toString()})(b,${JSON.stringify(slash)},${JSON.stringify(screenNames)});${follow}})(${base})`;
}
