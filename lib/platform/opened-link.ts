import { screens } from "@/lib/brand/screens";

/** The parameters of a URL, after they were removed from the address bar and the history. */
export interface TakenLink {
  /** The parameters that request actions of the app, decoded once. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** The path of an old link with `#`, with all other parameters; absent if it is the current one. */
  readonly to?: string;
}

declare global {
  interface Window {
    /** The parameters of the URL with which this page was opened; the reader deletes them. */
    openedLink?: TakenLink | undefined;
    /** The fragment of a link for this device; the reader deletes it. */
    openedDeviceLink?: string | undefined;
  }
}

/**
 * Removes the parameters that request actions from the URL and the history: from the query, and from the query of a
 * path after `#`, as older products have it. They are never sent anywhere, because this runs before everything else.
 *
 * `base` is the path under which the app is served, `slash` the end of its paths, `names` the names of its screens,
 * joined by `|`. `url` is the one that a `hashchange` reports: the router may have replaced the current one since then.
 * The function is converted to text, so it must not use anything from outside itself.
 */
export function takeLink(base: string, slash: string, names: string, url = location.href): TakenLink | undefined {
  const all = ["settings", "code", "model", "mask", "fill", "submit"];
  const { search, hash, pathname } = new URL(url);
  const [route = "", ...queries] = hash.split("?");
  const isRoute = route.startsWith("#/");
  const parameters: [string, string][] = [];
  const inside = isRoute ? queries.join("?") : "";
  const [inQuery, behind] = [[pathname, search] as const, [route, inside] as const].map(([page, query]) => {
    // The search over all chats has a filter with that name.
    const asked = /\/search-chat\/?$/.test(page) ? all.filter((name) => name !== "model") : all;
    const others = new URLSearchParams(query);
    for (const [name, value] of [...others]) if (asked.includes(name)) parameters.push([name, value]);
    for (const name of asked) others.delete(name);
    return others;
  });
  if (!inQuery || !behind || (!isRoute && parameters.length === 0)) return undefined;
  // Only known paths after `#` are followed, so none can lead to another host.
  const known = new RegExp(`^#/(?:(${names})|artifacts/([\\w-]+))?/?(#\\d[\\w.-]*)?$`).exec(route) ?? [];
  const [, name = "", artifact, sealed = ""] = known;
  if (artifact) behind.set("id", artifact);
  const page = artifact ? "artifacts" : name;
  const path = page === "" ? "/" : `/${page}${slash}`;
  const withQuery = (to: string, ...queries: URLSearchParams[]) => {
    const query = queries.map(String).filter(Boolean).join("&");
    return query === "" ? to : `${to}?${query}`;
  };
  const [here, there, home] = [pathname, base + path, base].map((to) => to.replace(/\/$/, ""));
  // An encrypted item is in a fragment of its own, which its page reads when it is loaded.
  const isElsewhere = isRoute && (here !== there || sealed !== "");
  const left = isElsewhere ? withQuery(pathname, inQuery) : withQuery(pathname, inQuery, behind);
  history.replaceState(null, "", left + (isRoute ? "" : hash));
  // Old links are on the home page, whose query belongs to them; another page's query is its own.
  const to = (here === home ? withQuery(path, inQuery, behind) : withQuery(path, behind)) + sealed;
  return { parameters, ...(isElsewhere && { to }) };
}

/**
 * Removes the fragment of a link for this device from the address and the history, because it contains credentials, and
 * stores it for its page. Like `takeLink`, it is converted to text.
 */
export function takeDeviceLink(url = location.href): void {
  const { hash, pathname, search } = new URL(url);
  if (!/\/artifacts\/?$/.test(pathname) || !/^#\d{1,4}\.d\./.test(hash)) return;
  window.openedDeviceLink = hash;
  history.replaceState(null, "", pathname + search);
}

/** Names of all screens except the home page, for `takeLink`. */
export const screenNames = screens.flatMap(({ path }) => (path === "/" ? [] : path.slice(1))).join("|");

/**
 * Returns the script that runs first in the server's HTML. It stores the parameters and links of the URL until the app
 * can display them, and redirects an old URL without parameters to its page. It does the same for later links with `#`,
 * which may arrive while the app is still loading; the app follows those itself. `base` is code that returns the path
 * under which the app is served.
 */
export function openedLinkScript(base: string, slash: string): string {
  const take = `(${takeLink.toString()})(b,${JSON.stringify(slash)},${JSON.stringify(screenNames)},e&&e.newURL)`;
  const device = `(${takeDeviceLink.toString()})(e&&e.newURL)`;
  const follow = "if(l){if(e||l.parameters.length)window.openedLink=l;else if(l.to)location.replace(b+l.to)}";
  return `(function(b){function f(e){${device};var l=${take};${follow}}f();addEventListener("hashchange",f)})(${base})`;
}
