/// <reference path="./cross-spawn.d.ts" />
import { getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import spawn from "cross-spawn";

interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Variables in addition to those that every process inherits. */
  readonly env: Readonly<Record<string, string>>;
  /** Maximum size of a message, in bytes; longer messages end the process. */
  readonly maxMessageBytes: number;
  /** Called with each chunk of the error output. */
  readonly onErrorOutput: (bytes: Uint8Array) => void;
}

/** An MCP transport over a process's standard input and output. */
export interface StdioTransport extends Transport {
  /** Kills the process and its children immediately. */
  kill(): void;
}

/** Time for a process to exit, after the end of its input and again after SIGTERM, in milliseconds. */
const endMs = 2_000;

/**
 * Creates the transport to a process in its own process group. Launchers such as `npx` start the server as a child, so
 * signals go to the group and no child survives.
 */
export function createStdioTransport(options: ProcessOptions): StdioTransport {
  const { command, args, cwd, env, maxMessageBytes, onErrorOutput } = options;
  const buffer = new ReadBuffer({ maxBufferSize: maxMessageBytes });
  let child: ReturnType<typeof spawn> | undefined;
  let closed = Promise.resolve();

  function signal(name: "SIGTERM" | "SIGKILL"): void {
    if (child?.pid === undefined) return;
    try {
      // Windows has no process groups.
      if (process.platform === "win32") child.kill(name);
      else process.kill(-child.pid, name);
    } catch {
      // All processes of the group have already exited.
    }
  }

  function read(bytes: Buffer): void {
    try {
      buffer.append(bytes);
    } catch (thrown) {
      transport.onerror?.(errorOf(thrown));
      void transport.close();
    }
    for (let isWhole = true; isWhole; ) {
      try {
        const message = buffer.readMessage();
        isWhole = message !== null;
        if (message) transport.onmessage?.(message);
      } catch (thrown) {
        // Skip a line that is not a message, such as a greeting.
        transport.onerror?.(errorOf(thrown));
      }
    }
  }

  const transport: StdioTransport = {
    start: () =>
      new Promise((resolve, reject) => {
        const started = spawn(command, args, {
          env: { ...getDefaultEnvironment(), ...env },
          cwd,
          detached: process.platform !== "win32",
          windowsHide: true,
        });
        child = started;
        closed = new Promise((end) => started.once("close", () => end()));
        started.once("spawn", resolve);
        started.on("error", (error) => {
          reject(error);
          transport.onerror?.(error);
        });
        started.once("close", () => {
          signal("SIGKILL");
          transport.onclose?.();
        });
        for (const stream of [started.stdin, started.stdout]) {
          stream.on("error", (error) => transport.onerror?.(error));
        }
        started.stdout.on("data", read);
        started.stderr.on("data", onErrorOutput);
      }),
    send: (message: JSONRPCMessage) =>
      new Promise((resolve, reject) => {
        const input = child?.stdin;
        if (!input?.writable) return void reject(new Error("The process has ended."));
        if (input.write(serializeMessage(message))) resolve();
        else input.once("drain", resolve);
      }),
    async close() {
      child?.stdin.end();
      await within(closed, endMs);
      signal("SIGTERM");
      await within(closed, endMs);
      signal("SIGKILL");
      buffer.clear();
    },
    kill: () => signal("SIGKILL"),
  };
  return transport;
}

/** Resolves with the promise, or after the timeout. */
async function within(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms).unref();
  });
  await Promise.race([promise, over]);
  clearTimeout(timer);
}

function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
