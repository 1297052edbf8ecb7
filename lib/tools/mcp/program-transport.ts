import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/** A program that reads and writes lines. */
export interface LineProgram {
  write(line: string): Promise<void>;
  /** Rejects once the program has ended. */
  read(): Promise<string>;
  stop(): Promise<void>;
}

/** The connection to an MCP server that is a program on this computer: one message per line. */
export async function programTransport(program: LineProgram, onEnd: (reason: string) => void): Promise<Transport> {
  const { JSONRPCMessageSchema } = await import("@modelcontextprotocol/sdk/types.js");
  let isClosed = false;

  async function readLines(): Promise<void> {
    try {
      while (!isClosed) takeLine(await program.read());
    } catch (thrown) {
      if (!isClosed) onEnd(String(thrown));
      await transport.close();
    }
  }

  function takeLine(line: string): void {
    const message = parseMessage(line);
    if (message) transport.onmessage?.(message);
  }

  /** Returns a message; undefined for other lines, because some programs write notes among their messages. */
  function parseMessage(line: string): JSONRPCMessage | undefined {
    try {
      return JSONRPCMessageSchema.parse(JSON.parse(line));
    } catch {
      return undefined;
    }
  }

  const transport: Transport = {
    async start() {
      void readLines();
    },
    send: (message) => program.write(JSON.stringify(message)),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await program.stop();
      transport.onclose?.();
    },
  };
  return transport;
}
