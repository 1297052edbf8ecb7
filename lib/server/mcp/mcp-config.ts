import * as v from "valibot";

/** The id of a local MCP server. Names of `Object.prototype`, such as `constructor`, are invalid. */
export const mcpIdSchema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{1,64}$/),
  v.check((id) => !(id in {})),
);

const argument = v.pipe(v.string(), v.maxLength(4_000), v.regex(/^[^\0]*$/));
const variableName = v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/));

const commandEntries = {
  command: v.pipe(argument, v.minLength(1)),
  args: v.optional(v.pipe(v.array(argument), v.maxLength(100)), []),
  env: v.optional(v.record(variableName, argument)),
};

/** The command that starts a local MCP server. */
export const mcpCommandSchema = v.strictObject(commandEntries);
export type McpCommand = v.InferOutput<typeof mcpCommandSchema>;

const entry = v.looseObject({
  ...commandEntries,
  status: v.optional(v.picklist(["active", "paused", "error"])),
});

/** The file of local MCP servers. Unknown fields are retained when it is written. */
export const mcpConfigSchema = v.looseObject({ mcpServers: v.record(mcpIdSchema, entry) });
export type McpConfig = v.InferOutput<typeof mcpConfigSchema>;
export type McpEntry = McpConfig["mcpServers"][string];

/** Replacement for values that are not displayed. */
export const mask = "•••";

/** Returns a command with masked values replaced by the previous ones. */
export function unmasked(command: McpCommand, former: McpEntry | undefined): McpCommand {
  if (!command.env) return command;
  const env = Object.entries(command.env).map(([name, value]) => [
    name,
    value === mask ? (former?.env?.[name] ?? "") : value,
  ]);
  return { ...command, env: Object.fromEntries(env) };
}

/** Returns the servers of a file without the values of their environments. */
export function maskedServers({ mcpServers }: McpConfig): Record<string, Omit<McpEntry, "env"> & McpCommand> {
  const masked = Object.entries(mcpServers).map(([id, { command, args, env, status }]) => {
    const hidden = env && Object.fromEntries(Object.keys(env).map((name) => [name, mask]));
    return [id, { command, args, ...(hidden && { env: hidden }), ...(status && { status }) }];
  });
  return Object.fromEntries(masked);
}
