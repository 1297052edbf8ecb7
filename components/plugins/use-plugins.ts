import { useEffect, useMemo } from "react";
import type { Plugin } from "@/lib/tools/plugin";
import { allPlugins, openPlugins, usePlugins } from "@/store/tools/plugins";

/** Returns all plugins, own ones first; they are read and fetched where that was not done. */
export function useAllPlugins(): readonly Plugin[] {
  const own = usePlugins((store) => store.own);
  const builtin = usePlugins((store) => store.builtin);
  useEffect(() => {
    void openPlugins();
    void usePlugins.getState().fetchBuiltin();
  }, []);
  return useMemo(() => allPlugins({ own, builtin }), [own, builtin]);
}
