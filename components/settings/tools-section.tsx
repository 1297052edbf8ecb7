"use client";
import { SearchEngineRows } from "./search-engine-rows";
import { ToolRulesSection } from "./tool-rules-section";

/** The search engine for models without a web search, and the rules of tools. */
export function ToolsSection() {
  return (
    <>
      <SearchEngineRows />
      <ToolRulesSection />
    </>
  );
}
