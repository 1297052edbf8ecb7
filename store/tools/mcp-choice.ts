/** Prefix of a server's id in a chat's list of plugins. */
const choicePrefix = "mcp:";

/** Returns the entry in `mask.plugin` for an MCP server. */
export function mcpChoice(id: string): string {
  return choicePrefix + id;
}

/** Whether an entry in `mask.plugin` is an MCP server. */
export function isMcpChoice(choice: string): boolean {
  return choice.startsWith(choicePrefix);
}
