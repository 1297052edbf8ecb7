import { type NamedScreen, namedScreens } from "@/lib/brand/screens";
import { isPageHidden, servesMcp } from "@/lib/platform/brand";
import { useAccess } from "@/store/settings/access";

/** Returns the screens in the Discovery menu: all but those with their own link. */
export function discoveries(hasOperatorsMcp: boolean): readonly NamedScreen[] {
  return namedScreens.filter(
    ({ path }) => path !== "/masks" && !(hasOperatorsMcp && path === "/mcp-market") && !isPageHidden(path),
  );
}

/** Whether the operator runs MCP servers. The site says so before the flags arrive. */
export function useHasOperatorsMcp(): boolean {
  return useAccess(({ flags }) => flags?.enableMcp ?? servesMcp);
}
