import type { Message } from "@/lib/chat/message";
import type { Tool } from "@/lib/chat/tool";
import { brand } from "@/lib/platform/brand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import {
  type AppSearch,
  type AppTool,
  type AppToolEnvironment,
  type ToolkitId,
  toolkitChoice,
  toolkitIds,
} from "@/lib/tools/app/app-tool";
import { runAppTask } from "@/store/tools/run-app-task";
import { type SearchTarget, searchTarget } from "@/store/tools/search-target";
import type { ToolChoice, ToolOffer } from "@/store/tools/tool-offer";

/** The tools of each toolkit, loaded for chats that have chosen it. */
const toolkits: Readonly<Record<ToolkitId, () => Promise<readonly AppTool[]>>> = {
  basics: async () => (await import("@/lib/tools/app/basic-tools")).basicTools,
  web: async () => (await import("@/lib/tools/app/web-tools")).webTools,
  code: async () => (await import("@/lib/tools/app/code-tools")).codeTools,
};

/** Returns the app's own tools that a chat has chosen. */
export async function toolsOfApp({ mask, thread }: ToolChoice): Promise<ToolOffer> {
  const chosen = toolkitIds.filter((id) => mask.plugin.includes(toolkitChoice(id)));
  const lists = await Promise.all(
    chosen.map(async (id) => (await toolkits[id]()).map((tool) => appTool(id, tool, thread))),
  );
  return { tools: lists.flat(), unreachable: [] };
}

/** Returns the tool that searches the web with the search engine of the user or of the site. */
export async function searchToolOfApp(): Promise<Tool> {
  const { searchTool } = await import("@/lib/tools/app/search-tool");
  return appTool("web", searchTool);
}

function appTool(id: ToolkitId, { run, hostOf, ...definition }: AppTool, thread?: readonly Message[]): Tool {
  const tool: Tool = {
    ...definition,
    source: { kind: "app", id, name: brand.name },
    ownName: definition.name,
    host: "",
    run: (args, context) => run(args, appToolEnvironment(thread), context),
  };
  if (!hostOf) return tool;
  const forCall: Tool["forCall"] = (args) => {
    // The call goes to the host that the user is asked for, even if the settings change meanwhile.
    const env = appToolEnvironment();
    const target = hostOf(args, env);
    if ("rejected" in target) return target;
    return { ...tool, host: target.host, run: (given, context) => run(given, env, context) };
  };
  return { ...tool, forCall };
}

/** Returns the functions of the browser for the tools of the app, in a chat with these messages. */
export function appToolEnvironment(thread: readonly Message[] = []): AppToolEnvironment {
  const target = searchTarget();
  return {
    now: () => browserEnvironment.now(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    fetchPage: async (url, signal) => (await import("@/store/tools/fetch-page")).fetchPage(url, signal),
    search: target && searchAt(target),
    runTask: runAppTask,
    runCode: async (code, signal) =>
      (await import("@/store/tools/run-code-tool")).runCodeTool(code, { thread, signal }),
  };
}

function searchAt(target: SearchTarget): AppSearch {
  return {
    host: target.host,
    run: async (query, signal) => (await import("@/store/tools/search-web")).searchWeb(target, query, signal),
  };
}
