"use client";
import { Suspense } from "react";
import { lazyGroup } from "@/components/lazy-group";
import { useScreenTitle } from "@/components/shell/use-screen-title";

const McpMarket = lazyGroup(async () => {
  const [{ McpMarket }, { useMcp }] = await Promise.all([import("./mcp-market"), import("@/store/tools/mcp")]);
  await useMcp.whenRead();
  return { McpMarket };
}).component("McpMarket");

/** The MCP servers of the user and the operator, and a market with more. */
export function McpScreen() {
  useScreenTitle("mcp.title");
  return (
    <Suspense>
      <McpMarket />
    </Suspense>
  );
}
