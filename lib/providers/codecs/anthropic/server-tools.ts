/** Kind of a replay item that is a tool run by Anthropic, or its result. */
export const serverToolKind = "anthropic.server_tool";
