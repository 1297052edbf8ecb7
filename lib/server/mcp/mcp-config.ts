import * as z from "@/lib/zod";

/** The id of a local MCP server. Names of `Object.prototype`, such as `constructor`, are invalid. */
export const mcpIdSchema = z.string().check(
  z.regex(/^[A-Za-z0-9_-]{1,64}$/),
  z.refine((id) => !(id in {})),
);

const argument = z.string().check(z.maxLength(4_000), z.regex(/^[^\0]*$/));
const variableName = z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/));

const commandEntries = {
  command: argument.check(z.minLength(1)),
  args: z.prefault(z.array(argument).check(z.maxLength(100)), []),
  env: z.optional(z.record(variableName, argument)),
};

/** The command that starts a local MCP server. */
export const mcpCommandSchema = z.strictObject(commandEntries);
export type McpCommand = z.output<typeof mcpCommandSchema>;

const entry = z.looseObject({
  ...commandEntries,
  status: z.optional(z.enum(["active", "paused", "error"])),
});

/** The file of local MCP servers. Unknown fields are retained when it is written. */
export const mcpConfigSchema = z.looseObject({ mcpServers: z.record(mcpIdSchema, entry) });
export type McpConfig = z.output<typeof mcpConfigSchema>;
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
