/** What stands ahead of a server's id where a chat has chosen it. */
const choicePrefix = "mcp:";

/** Returns how a chat names an MCP server that it has chosen (`mask.plugin`). */
export function mcpChoice(id: string): string {
  return choicePrefix + id;
}

/** Whether what a chat has chosen is an MCP server. */
export function isMcpChoice(choice: string): boolean {
  return choice.startsWith(choicePrefix);
}
