"use client";
import { Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";

const McpMarket = lazyWithWords(async () => (await import("./mcp-market")).McpMarket);

/** The MCP servers of the person and of the operator, and the market of more. */
export function McpScreen() {
  return (
    <Suspense>
      <McpMarket />
    </Suspense>
  );
}
