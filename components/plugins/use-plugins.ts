import { useEffect, useMemo } from "react";
import type { Plugin } from "@/lib/tools/plugin";
import { allPlugins, usePlugins } from "@/store/tools/plugins";

/** Returns all plugins, the user's own ones first. */
export function useAllPlugins(): readonly Plugin[] {
  const own = usePlugins((store) => store.own);
  const builtin = usePlugins((store) => store.builtin);
  useEffect(() => void usePlugins.getState().fetchBuiltin(), []);
  return useMemo(() => allPlugins({ own, builtin }), [own, builtin]);
}
