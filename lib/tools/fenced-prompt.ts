import type { Tool } from "@/lib/chat/tool";

/** Returns the prompt that describes a chat's tools to a model without native tool support. */
export function fencedPrompt(tools: readonly Tool[]): string {
  const clients = [...new Set(tools.map(({ source }) => source.id))];
  const lists = clients.map((client) => {
    const own = tools.filter(({ source }) => source.id === client);
    const definitions = own.map(({ ownName, description, parameters }) =>
      JSON.stringify({ name: ownName, description, inputSchema: parameters }),
    );
    return [`Client ${client}:`, ...definitions].join("\n");
  });
  const example = '{"method":"tools/call","params":{"name":"TOOL","arguments":{}}}';
  return `You can use tools. Use them whenever they help, without asking first; the user is asked before each call.

${lists.join("\n\n")}

To call a tool, end your message with one block of code whose tag is json:mcp: and the client, like this:

\`\`\`json:mcp:${clients[0] ?? "client"}
${example}
\`\`\`

Rules: only the method tools/call exists; one call in a message, as its last part; never quote a call that is not meant; then wait. The result comes in the next message, in a block with the tag json:mcp-response: and the client. Explain what it says. When a call fails, say so and try another way. A block with the tag json alone, or with another method, calls nothing.`;
}
