import type { ToolsOff } from "@/lib/chat/mask";

/** Returns the names of a source's tools that are switched off. */
export function toolsOffOf(toolsOff: ToolsOff = {}, source: string): readonly string[] {
  return Object.hasOwn(toolsOff, source) ? (toolsOff[source] ?? []) : [];
}

/** Switches one tool of a source on or off. Names of tools that the source no longer has stay. */
export function withTool(toolsOff: ToolsOff = {}, source: string, name: string, isOn: boolean): ToolsOff {
  const { [source]: _, ...others } = toolsOff;
  const rest = toolsOffOf(toolsOff, source).filter((each) => each !== name);
  const names = isOn ? rest : [...rest, name];
  return names.length === 0 ? others : { ...others, [source]: names };
}
