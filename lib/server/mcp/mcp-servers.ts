import { refuse } from "@/lib/server/error-response";
import {
  isRelayed,
  methodNotFound,
  type RpcRequest,
  type RpcResponse,
  rpcFailure,
  serverError,
} from "@/lib/server/mcp/json-rpc";
import { type McpCommand, type McpConfig, type McpEntry, maskedServers, unmasked } from "@/lib/server/mcp/mcp-config";
import type { McpConfigFile } from "@/lib/server/mcp/mcp-config-file";
import type { McpProcess } from "@/lib/server/mcp/mcp-process";
import { programHash } from "@/lib/server/mcp/program-hash";
import { createQueue } from "@/lib/server/mcp/queue";

/** Status of a local MCP server, as sent to callers. */
export interface McpStatus {
  readonly id: string;
  readonly status: "initializing" | "active" | "paused" | "error" | "undefined";
  readonly error?: string;
  readonly tools?: number;
  /** Hash of its command with arguments and environment, to which clients bind permissions. */
  readonly programHash: string;
}

/** The local MCP servers of the operator's list. All methods throw `not-found` for a server that is not on it. */
export interface McpServers {
  /** Returns the status of all servers. The first call starts those that are not paused. */
  statuses(): Promise<McpStatus[]>;
  /** Sends a request to a server once it is active. */
  ask(id: string, request: RpcRequest, signal: AbortSignal): Promise<RpcResponse>;
  /**
   * Adds a server, or replaces its command, and starts it. Masked values of its environment keep their stored value.
   */
  add(id: string, command: McpCommand): Promise<void>;
  pause(id: string): Promise<void>;
  /** Restarts a server and waits until it is active or has failed. */
  resume(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Stops all servers and starts those that are not paused. */
  restart(): Promise<void>;
  /** Returns the list without the values of environments. */
  config(): Promise<{ readonly mcpServers: ReturnType<typeof maskedServers> }>;
  /** Returns the last lines of a server's error output. */
  log(id: string): Promise<readonly string[]>;
  /** Kills all servers, when this process exits. */
  killAll(): void;
}

/** Creates the manager of a list's processes. */
export function createMcpServers(
  file: McpConfigFile,
  start: (id: string, command: McpCommand) => McpProcess,
): McpServers {
  const processes = createProcesses(start);
  /** Changes run one after another; requests do not wait. */
  const enqueue = createQueue();
  let hasBegun = false;

  async function begin(): Promise<McpConfig> {
    const config = await file.read();
    if (hasBegun) return config;
    hasBegun = true;
    processes.startAll(config);
    return config;
  }

  function change(id: string, edit: (entry: McpEntry) => McpEntry | undefined): Promise<void> {
    return file.change((config) => {
      const { [id]: _, ...others } = config.mcpServers;
      const edited = edit(entryOf(config, id));
      return { ...config, mcpServers: edited ? { ...others, [id]: edited } : others };
    });
  }

  return {
    async statuses() {
      const { mcpServers } = await begin();
      // All states are of one moment: a hash takes a while.
      const states = Object.entries(mcpServers).map(([id, entry]) => ({
        id,
        entry,
        state: statusOf(entry, processes.get(id)),
      }));
      return Promise.all(
        states.map(async ({ id, entry, state }) => ({ id, programHash: await programHash(entry), ...state })),
      );
    },
    async ask(id, request, signal) {
      const entry = entryOf(await begin(), id);
      if (!isRelayed(request.method)) return rpcFailure(request, { code: methodNotFound, message: "Method not found" });
      if (entry.status === "paused")
        return rpcFailure(request, { code: serverError, message: "The server is paused." });
      const mcpProcess = processes.processOf(id, entry);
      await mcpProcess.settled;
      const state = mcpProcess.state();
      if (state.status === "error") return rpcFailure(request, { code: serverError, message: state.error });
      return { jsonrpc: "2.0", id: request.id, ...(await mcpProcess.ask(request, signal)) };
    },
    add: (id, command) =>
      enqueue(async () => {
        await begin();
        let known = command;
        await file.change((config) => {
          known = unmasked(command, Object.hasOwn(config.mcpServers, id) ? config.mcpServers[id] : undefined);
          return { ...config, mcpServers: { ...config.mcpServers, [id]: { ...known, status: "active" } } };
        });
        await processes.stop(id);
        processes.put(id, known);
      }),
    pause: (id) =>
      enqueue(async () => {
        await begin();
        await change(id, (entry) => ({ ...entry, status: "paused" }));
        await processes.stop(id);
      }),
    resume: (id) =>
      enqueue(async () => {
        const entry = entryOf(await begin(), id);
        await processes.stop(id);
        const started = processes.put(id, entry);
        await started.settled;
        const status = started.state().status === "active" ? "active" : "error";
        await change(id, (current) => ({ ...current, status }));
      }),
    remove: (id) =>
      enqueue(async () => {
        await begin();
        await change(id, () => undefined);
        await processes.stop(id);
      }),
    restart: () =>
      enqueue(async () => {
        await begin();
        await processes.stopAll();
        processes.startAll(await file.read());
      }),
    config: async () => ({ mcpServers: maskedServers(await file.read()) }),
    async log(id) {
      entryOf(await file.read(), id);
      return processes.get(id)?.lines() ?? [];
    },
    killAll: processes.killAll,
  };
}

/** Creates the list of running processes. */
function createProcesses(start: (id: string, command: McpCommand) => McpProcess) {
  const processes = new Map<string, McpProcess>();

  function startAll({ mcpServers }: McpConfig): void {
    for (const [id, entry] of Object.entries(mcpServers)) {
      if (entry.status !== "paused" && !processes.has(id)) processes.set(id, start(id, entry));
    }
  }

  /** Starts a process in place of the current one, so that no process loses its owner. */
  function put(id: string, command: McpCommand): McpProcess {
    void processes.get(id)?.stop();
    const started = start(id, command);
    processes.set(id, started);
    return started;
  }

  async function stop(id: string): Promise<void> {
    const running = processes.get(id);
    processes.delete(id);
    await running?.stop();
  }

  /** Returns the process of an entry; one that failed after it was active is restarted. */
  function processOf(id: string, entry: McpEntry): McpProcess {
    const known = processes.get(id);
    const state = known?.state();
    return known && !(state?.status === "error" && state.hasRun) ? known : put(id, entry);
  }

  return {
    startAll,
    put,
    stop,
    processOf,
    get: (id: string) => processes.get(id),
    async stopAll(): Promise<void> {
      await Promise.all([...processes.keys()].map(stop));
    },
    killAll(): void {
      for (const running of processes.values()) running.kill();
    },
  };
}

function entryOf({ mcpServers }: McpConfig, id: string): McpEntry {
  const entry = Object.hasOwn(mcpServers, id) ? mcpServers[id] : undefined;
  if (!entry) throw refuse("not-found");
  return entry;
}

function statusOf(entry: McpEntry, running: McpProcess | undefined): Omit<McpStatus, "id" | "programHash"> {
  if (entry.status === "paused") return { status: "paused" };
  if (!running) return { status: "undefined" };
  const state = running.state();
  if (state.status === "error") return { status: "error", error: state.error };
  return state.status === "active" ? { status: "active", tools: state.tools } : { status: "initializing" };
}
