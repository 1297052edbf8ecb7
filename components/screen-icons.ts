import { Blocks, Drama, Images, type LucideIcon, Plug, Search } from "lucide-react";
import type { NamedScreen } from "@/lib/brand/screens";

/** The icon of each screen in navigation and palette. */
export const screenIcons: Readonly<Record<NamedScreen["path"], LucideIcon>> = {
  "/masks": Drama,
  "/plugins": Plug,
  "/mcp-market": Blocks,
  "/sd": Images,
  "/search-chat": Search,
};
