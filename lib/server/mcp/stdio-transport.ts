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

/** Time for a process to exit, after the end of its input and again after SIGTERM, in milliseconds. */
const endMs = 2_000;

/**
 * An MCP transport over the standard input and output of a process in its own process group. Launchers such as `npx`
 * start the server as a child, so signals go to the group and no child survives.
 */
export class StdioTransport implements Transport {
  onclose?: Transport["onclose"];
  onerror?: Transport["onerror"];
  onmessage?: Transport["onmessage"];
  private readonly options: ProcessOptions;
  private readonly buffer: ReadBuffer;
  private child: ReturnType<typeof spawn> | undefined;
  private closed = Promise.resolve();

  constructor(options: ProcessOptions) {
    this.options = options;
    this.buffer = new ReadBuffer({ maxBufferSize: options.maxMessageBytes });
  }

  start(): Promise<void> {
    const { command, args, cwd, env, onErrorOutput } = this.options;
    return new Promise((resolve, reject) => {
      const started = spawn(command, args, {
        env: { ...getDefaultEnvironment(), ...env },
        cwd,
        detached: process.platform !== "win32",
        windowsHide: true,
      });
      this.child = started;
      this.closed = new Promise((end) => started.once("close", () => end()));
      started.once("spawn", resolve);
      started.on("error", (error) => {
        reject(error);
        this.onerror?.(error);
      });
      started.once("close", () => {
        this.signal("SIGKILL");
        this.onclose?.();
      });
      for (const stream of [started.stdin, started.stdout]) {
        stream.on("error", (error) => this.onerror?.(error));
      }
      started.stdout.on("data", (bytes: Buffer) => this.read(bytes));
      started.stderr.on("data", onErrorOutput);
    });
  }

  private read(bytes: Buffer): void {
    try {
      this.buffer.append(bytes);
    } catch (thrown) {
      this.onerror?.(errorOf(thrown));
      void this.close();
    }
    for (let isWhole = true; isWhole; ) {
      try {
        const message = this.buffer.readMessage();
        isWhole = message !== null;
        if (message) this.onmessage?.(message);
      } catch (thrown) {
        // Skip a line that is not a message, such as a greeting.
        this.onerror?.(errorOf(thrown));
      }
    }
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const input = this.child?.stdin;
      if (!input?.writable) return void reject(new Error("The process has ended."));
      if (input.write(serializeMessage(message))) resolve();
      else input.once("drain", resolve);
    });
  }

  async close(): Promise<void> {
    this.child?.stdin.end();
    await within(this.closed, endMs);
    this.signal("SIGTERM");
    await within(this.closed, endMs);
    this.signal("SIGKILL");
    this.buffer.clear();
  }

  /** Kills the process and its children immediately. */
  kill(): void {
    this.signal("SIGKILL");
  }

  private signal(name: "SIGTERM" | "SIGKILL"): void {
    const { child } = this;
    if (child?.pid === undefined) return;
    try {
      // Windows has no process groups.
      if (process.platform === "win32") child.kill(name);
      else process.kill(-child.pid, name);
    } catch {
      // All processes of the group have already exited.
    }
  }
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
