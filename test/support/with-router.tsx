import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ReactNode } from "react";
import { WithMessages } from "./with-messages";

/** The router of `WithRouter`. */
export const idleRouter = {
  bfcacheId: "",
  back() {},
  forward() {},
  refresh() {},
  push(_path: string) {},
  replace() {},
  prefetch() {},
};

/** Gives screens under test the English words and a router that leads nowhere: `render(…, { wrapper: WithRouter })`. */
export function WithRouter({ children }: { children: ReactNode }) {
  return (
    <AppRouterContext value={idleRouter}>
      <PathnameContext value="/">
        <WithMessages>{children}</WithMessages>
      </PathnameContext>
    </AppRouterContext>
  );
}
