import { create } from "zustand";
import { brand } from "@/lib/platform/brand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { type McpPreset, readPresets } from "@/lib/tools/mcp/presets";

/** The list that is part of the app. */
const builtinList = `${basePath}/mcp-servers.json`;

interface PresetsStore {
  readonly presets: readonly McpPreset[];
  readonly state: "unread" | "loading" | "ready" | "failed";
  /** Fetches the market: the brand's registry, or, without one or after a failure, the list shipped with the app. */
  fetch(): Promise<void>;
}

export const useMcpPresets = create<PresetsStore>()((set, get) => ({
  presets: [],
  state: "unread",
  async fetch() {
    const { state } = get();
    if (state === "loading" || state === "ready") return;
    set({ state: "loading" });
    for (const address of [brand.mcpRegistry, builtinList]) {
      if (address === "") continue;
      try {
        const isBuiltin = address === builtinList;
        const presets = await presetsAt(address);
        set({ presets: presets.map((preset) => ({ ...preset, isBuiltin })), state: "ready" });
        return;
      } catch (error) {
        console.warn(`Could not fetch the MCP servers of ${address}.`, error);
      }
    }
    set({ state: "failed" });
  },
}));

async function presetsAt(address: string, { fetch } = browserEnvironment): Promise<McpPreset[]> {
  const response = await fetch(address, { credentials: "omit" });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const presets = readPresets(await response.json());
  if (!presets) throw new Error("The response is not a list of servers.");
  return presets;
}
