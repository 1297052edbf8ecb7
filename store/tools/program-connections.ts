import type { Tool } from "@/lib/chat/tool";
import { brand } from "@/lib/platform/brand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { desktop } from "@/lib/platform/desktop";
import type { ProgramLine } from "@/lib/platform/desktop-port";
import { McpFailure } from "@/lib/tools/mcp/failure";
import { listTools } from "@/lib/tools/mcp/listings";
import { mcpTools } from "@/lib/tools/mcp/mcp-tools";
import type { McpPeer } from "@/lib/tools/mcp/peer";
import { programName, type ToolProgram } from "@/lib/tools/mcp/program";
import { programTransport } from "@/lib/tools/mcp/program-transport";
import { createRemotePeer } from "@/lib/tools/mcp/remote-peer";
import { programHash } from "@/lib/tools/mcp/server-hash";
import { useLocale } from "@/store/base/locale";
import { mcpChoice } from "@/store/tools/mcp-choice";
import {
  type ConnectedServer,
  dropStatus,
  type McpStatus,
  type ServerIdentity,
  setStatus,
  useMcpStatuses,
} from "@/store/tools/mcp-connections";
import { usePrograms } from "@/store/tools/programs";
import type { ToolChoice, ToolOffer } from "@/store/tools/tool-offer";

interface Connection {
  /** The command when the connection was made; another one needs a new connection. */
  readonly line: ProgramLine;
  readonly peer: McpPeer;
  /** The reason of the program's end, in its own words. */
  endReason?: string;
}

const connections = new Map<string, Connection>();

/** Returns the connection to a program, which is started with the first request. */
function connectionTo(program: ToolProgram): Connection {
  const line = lineOf(program);
  const known = connections.get(program.id);
  if (known && isSameLine(known.line, line)) return known;
  void known?.peer.close();
  const connection: Connection = {
    line,
    peer: createRemotePeer({
      env: browserEnvironment,
      ...{ url: "", transport: "http", headers: {}, clientName: brand.name, relay: () => undefined },
      auth: () => undefined,
      onChallenge: () => {},
      onToolsChanged: () => void connectProgram(program),
      openTransport: () => open(connection),
    }),
  };
  connections.set(program.id, connection);
  return connection;
}

function isSameLine(one: ProgramLine, other: ProgramLine): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function open(connection: Connection) {
  const shell = await desktop();
  if (!shell) throw new McpFailure("not-found");
  const started = await shell.startProgram(connection.line, useLocale.getState().code);
  if (started.state === "refused") throw new McpFailure("refused");
  if (started.state === "failed") throw new McpFailure("network", started.reason);
  return programTransport(started.program, (reason) => {
    connection.endReason = reason;
  });
}

function lineOf({ command, args, variables }: ToolProgram): ProgramLine {
  return { command, args, env: Object.fromEntries(variables.map(({ name, token }) => [name, token])) };
}

/** Starts a program and lists its tools. An error becomes its status. */
export async function connectProgram(program: ToolProgram): Promise<McpStatus> {
  const { id } = program;
  setStatus(id, { state: "connecting" });
  const connection = connectionTo(program);
  try {
    return setStatus(id, { state: "ready", tools: await listTools(connection.peer) });
  } catch (thrown) {
    if (!(thrown instanceof McpFailure)) throw thrown;
    const { kind, message } = thrown;
    return setStatus(id, { state: "failed", kind, message: connection.endReason ?? message });
  }
}

/** Ends a program and drops its status. */
export function disconnectProgram(id: string): void {
  void connections.get(id)?.peer.close();
  connections.delete(id);
  dropStatus(id);
}

/** Returns the tools of the programs that a chat has chosen. */
export async function toolsOfPrograms({ mask }: ToolChoice): Promise<ToolOffer> {
  await usePrograms.whenRead();
  const { programs } = usePrograms.getState();
  const chosen = programs.filter(({ id, isOn }) => isOn && mask.plugin.includes(mcpChoice(id)));
  const lists = await Promise.all(chosen.map(toolsOfProgram));
  return {
    tools: lists.flatMap((list) => list ?? []),
    unreachable: chosen.filter((_, place) => !lists[place]).map(programName),
  };
}

/** Returns a program that is on, with its tools; undefined if it cannot be started. */
export async function connectedProgram(id: string): Promise<ConnectedServer | undefined> {
  await usePrograms.whenRead();
  const program = usePrograms.getState().programs.find((each) => each.id === id);
  return program?.isOn ? connectedTo(program) : undefined;
}

/** Returns the identity of a program. */
export async function identifyProgram(id: string): Promise<ServerIdentity | undefined> {
  await usePrograms.whenRead();
  const program = usePrograms.getState().programs.find((each) => each.id === id);
  return program && identityOf(program);
}

function identityOf(program: ToolProgram): ServerIdentity {
  const name = programName(program);
  return { id: program.id, name, host: name, serverHash: programHash(lineOf(program)) };
}

async function connectedTo(program: ToolProgram): Promise<ConnectedServer | undefined> {
  const { id } = program;
  const known = useMcpStatuses.getState().statuses[id];
  const connection = connections.get(id);
  // Another tab may have changed the command.
  const isCurrent = connection !== undefined && isSameLine(connection.line, lineOf(program));
  const status = known?.state === "ready" && isCurrent ? known : await connectProgram(program);
  if (status.state !== "ready") return undefined;
  const { peer } = connectionTo(program);
  return { ...identityOf(program), peer, definitions: status.tools };
}

/** Returns the tools of a program; undefined if it cannot be started. */
async function toolsOfProgram(program: ToolProgram): Promise<Tool[] | undefined> {
  const found = await connectedTo(program);
  if (!found) return undefined;
  return mcpTools(found.definitions, found).map((tool) => ({
    ...tool,
    asNow: async () => (await toolsOfProgram(program))?.find(({ ownName }) => ownName === tool.ownName) ?? tool,
  }));
}
