import { storedTime } from "@/lib/fields/stored-schemas";
import { isRecord } from "@/lib/json";
import { isPrivateHost } from "@/lib/network/private-host";
import * as z from "@/lib/zod";

/** Transports of a server. `auto`: streamable HTTP, with SSE as the fallback for older servers. */
export const mcpTransports = ["auto", "http", "sse"] as const;
export type McpTransport = (typeof mcpTransports)[number];

/** A header that a server requires; its value is named `token` because it is a credential. */
export interface McpHeader {
  readonly name: string;
  readonly token: string;
}

/** A remote MCP server of the user. */
export interface McpServer {
  readonly id: string;
  readonly createdAt: number;
  readonly name: string;
  readonly url: string;
  readonly transport: McpTransport;
  readonly headers: readonly McpHeader[];
  /** The host for which the headers were entered: they are sent to no other. */
  readonly headersHost: string;
  /** The host in the local network to which the user has allowed unencrypted connections. */
  readonly plainHost?: string;
  /** Whether it may ask the chat's model to write a text during a call; each request is confirmed. */
  readonly allowsSampling?: boolean;
  readonly isOn: boolean;
}

/** The editable fields of a server. */
export type McpServerDraft = Pick<McpServer, "name" | "url" | "transport" | "headers" | "plainHost" | "allowsSampling">;

const headerSchema = z.object({ name: z.string().check(z.minLength(1)), token: z.catch(z.string(), "") });

const serverSchema = z
  .looseObject({
    id: z.string().check(z.minLength(1)),
    createdAt: z.catch(storedTime, 0),
    name: z.catch(z.string(), ""),
    url: z.string(),
    transport: z.catch(z.enum(mcpTransports), "auto"),
    headers: z.catch(z.array(headerSchema), []),
    headersHost: z.catch(z.string(), ""),
    plainHost: z.catch(z.optional(z.string()), undefined),
    allowsSampling: z.catch(z.optional(z.boolean()), undefined),
    isOn: z.catch(z.boolean(), true),
  })
  .check(z.refine(({ url, plainHost }) => addressProblem(url, plainHost) === undefined));

/** Reads stored servers, newest first. Skips invalid ones. Never throws. */
export function readMcpServers(stored: unknown): McpServer[] {
  const servers = isRecord(stored) && isRecord(stored.servers) ? Object.values(stored.servers) : [];
  return servers
    .flatMap((server) => {
      const read = z.safeParse(serverSchema, server);
      return read.success ? [read.data] : [];
    })
    .toSorted((one, other) => other.createdAt - one.createdAt);
}

/** Reasons that a URL is rejected. */
export type AddressProblem = "empty" | "no-address" | "not-https" | "user-info" | "unencrypted";

/** Host names of the user's own computer, which no relay can reach. */
export const loopbackName = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Returns the problem of a server's URL. HTTPS is accepted, HTTP on the user's own computer, and HTTP in the local network
 * to the host for which the user has consented; `unencrypted` means that this consent is missing (docs/security.md#t96).
 */
export function addressProblem(address: string, plainHost = ""): AddressProblem | undefined {
  if (address.trim() === "") return "empty";
  if (!URL.canParse(address)) return "no-address";
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return "user-info";
  if (url.protocol !== "http:") return url.protocol === "https:" ? undefined : "no-address";
  if (loopbackName.test(url.hostname)) return undefined;
  if (!isPrivateHost(url.hostname)) return "not-https";
  return url.host === plainHost ? undefined : "unencrypted";
}

/** Whether a URL leads to another computer without encryption. */
export function isUnencrypted({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && !loopbackName.test(hostname);
}

/**
 * Returns the headers for a server; none if they were entered for another host (docs/decisions/0009-keys-and-hosts.md).
 */
export function headersOf({ url, headers, headersHost }: McpServer): Record<string, string> {
  if (headersHost !== "" && headersHost !== new URL(url).host) return {};
  return Object.fromEntries(headers.flatMap(({ name, token }) => (token === "" ? [] : [[name, token]])));
}
