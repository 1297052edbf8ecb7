import type { ToolsOff } from "@/lib/chat/mask";

/** The parts of a chat's mask that a project adds to. */
interface ToolPart {
  readonly plugin: readonly string[];
  readonly toolsOff?: ToolsOff;
  readonly webSearch?: boolean;
}

/** Returns a mask with the tools of a project. A chat's own choice of single tools comes first. */
export function withProjectTools<M extends ToolPart>(mask: M, project: ToolPart): M {
  const { plugin, toolsOff, webSearch } = project;
  return {
    ...mask,
    plugin: [...new Set([...plugin, ...mask.plugin])],
    ...(toolsOff && { toolsOff: { ...toolsOff, ...mask.toolsOff } }),
    ...(webSearch && mask.webSearch === undefined && { webSearch }),
  };
}
