import type { Tool, ToolCallContext, ToolOutcome } from "@/lib/chat/tool";
import { argumentSchema } from "@/lib/tools/openapi/argument-schema";
import { buildPluginCall, type PluginCall } from "@/lib/tools/openapi/build-call";
import { operationsOf } from "@/lib/tools/openapi/operations";
import { type OpenApiDocument, readOpenApi } from "@/lib/tools/openapi/read-document";
import { credentialOf, type Plugin } from "@/lib/tools/plugin";
import { nameFrom } from "@/lib/tools/unique-names";

/** Sends one request below a server's URL. Never throws. */
export type SendPluginCall = (
  call: PluginCall,
  to: { readonly server: string; readonly usesRelay: boolean } & ToolCallContext,
) => Promise<ToolOutcome>;

/** Maximum length of a description for models, in characters; OpenAI rejects longer ones. */
const maxDescriptionChars = 1024;

/** Returns the tools of a plugin; an empty list if its document is invalid or names no server. */
export async function pluginTools(plugin: Plugin, send: SendPluginCall): Promise<Tool[]> {
  const { document } = await readOpenApi(plugin.content);
  const server = document && serverOf(document, plugin);
  if (!document || !server) return [];
  const { host } = new URL(server);
  const source = { kind: "plugin", id: plugin.id, name: plugin.title || document.title || host } as const;
  return operationsOf(document).map((operation) => ({
    name: nameFrom(operation.id),
    description: operation.description.slice(0, maxDescriptionChars),
    parameters: argumentSchema(operation),
    source,
    ownName: operation.id,
    host,
    isReading: operation.method === "GET" || operation.method === "HEAD",
    run: (args, context) =>
      send(buildPluginCall(operation, args, credentialOf(plugin, host)), {
        server,
        usesRelay: plugin.usingProxy,
        ...context,
      }),
  }));
}

/** Returns the base URL of a plugin's server; a relative one is resolved against the document's own URL. */
export function serverOf({ server }: Pick<OpenApiDocument, "server">, { source }: Pick<Plugin, "source">): string {
  const base = URL.canParse(source) ? source : undefined;
  return URL.canParse(server || "/", base) ? new URL(server || "/", base).href.replace(/\/+$/, "") : "";
}
