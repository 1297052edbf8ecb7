import type { Tool } from "@/lib/chat/tool";
import { brand } from "@/lib/platform/brand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import {
  type AppTool,
  type AppToolEnvironment,
  type ToolkitId,
  toolkitChoice,
  toolkitIds,
} from "@/lib/tools/app/app-tool";
import { runAppTask } from "@/store/tools/run-app-task";
import type { ToolChoice, ToolOffer } from "@/store/tools/tool-offer";

/** The tools of each toolkit, loaded for chats that have chosen it. */
const toolkits: Readonly<Record<ToolkitId, () => Promise<readonly AppTool[]>>> = {
  basics: async () => (await import("@/lib/tools/app/basic-tools")).basicTools,
};

/** Returns the app's own tools that a chat has chosen. */
export async function toolsOfApp({ mask }: ToolChoice): Promise<ToolOffer> {
  const chosen = toolkitIds.filter((id) => mask.plugin.includes(toolkitChoice(id)));
  const lists = await Promise.all(chosen.map(async (id) => (await toolkits[id]()).map((tool) => appTool(id, tool))));
  return { tools: lists.flat(), unreachable: [] };
}

function appTool(id: ToolkitId, { run, ...tool }: AppTool): Tool {
  return {
    ...tool,
    source: { kind: "app", id, name: brand.name },
    ownName: tool.name,
    host: "",
    run: (args, context) => run(args, environment(), context),
  };
}

function environment(): AppToolEnvironment {
  return {
    now: () => browserEnvironment.now(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    runTask: runAppTask,
  };
}
