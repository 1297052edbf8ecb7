import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { listTools } from "@/lib/tools/mcp/listings";
import { mcpTools } from "@/lib/tools/mcp/mcp-tools";
import { programTransport } from "@/lib/tools/mcp/program-transport";
import { createRemotePeer } from "@/lib/tools/mcp/remote-peer";
import { makeMcpFolder, peerCommand } from "@/test/support/mcp-peers";

type RemotePeer = Parameters<typeof createRemotePeer>[0];

function openPeer(openTransport: RemotePeer["openTransport"]) {
  return createRemotePeer({
    ...{ env: { fetch }, url: "https://files.example", transport: "auto", headers: {}, clientName: "Tester" },
    ...{ relay: () => undefined, auth: () => undefined, onChallenge: () => {}, onToolsChanged: () => {} },
    openTransport,
  });
}

/** Calls a tool, which may not ask the user for anything. */
async function call(peer: ReturnType<typeof openPeer>, name: string, args: Readonly<Record<string, unknown>>) {
  const tools = mcpTools(await listTools(peer), { id: "1", name: "Files", host: "x", peer });
  const tool = tools.find(({ ownName }) => ownName === name);
  const requests = { ask: () => Promise.reject(new Error("The user was asked.")) };
  return tool?.run(args, { signal: new AbortController().signal, onProgress: () => {}, requests });
}

test("a server may list the roots whenever it wants, without the user; changes are not promised", async () => {
  const [ofClient, ofServer] = InMemoryTransport.createLinkedPair();
  const server = new Server({ name: "own", version: "1" }, { capabilities: { tools: {} } });
  const lists: unknown[] = [];
  const list = async () => void lists.push(await server.listRoots());
  server.oninitialized = () => void list();
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: "look", inputSchema: { type: "object" } }],
  }));
  server.setRequestHandler(CallToolRequestSchema, async () => {
    await Promise.all([list(), list()]);
    return { content: [{ type: "text", text: "Done" }] };
  });
  await server.connect(ofServer);
  const peer = openPeer(async () => ofClient);
  expect(await call(peer, "look", {})).toEqual({ text: "Done" });
  expect(server.getClientCapabilities()?.roots).toEqual({});
  await list();
  expect(lists).toEqual(Array(4).fill({ roots: [] }));
  await peer.close();
});

test("a server of files asks for the roots, and uses the folders of its command", async () => {
  const folder = await makeMcpFolder();
  await writeFile(join(folder.path, "tide.txt"), "High at noon");
  const { command, args = [] } = peerCommand("filesystem", [folder.path]);
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const received: string[] = [];
  const program = {
    write: async (line: string) => void child.stdin.write(`${line}\n`),
    async read() {
      const { value, done } = await lines.next();
      if (done) throw new Error("The program has ended.");
      received.push(value);
      return value;
    },
    stop: async () => void child.kill(),
  };
  const peer = openPeer(() => programTransport(program, () => {}));
  expect(await call(peer, "read_text_file", { path: join(folder.path, "tide.txt") })).toMatchObject({
    text: expect.stringContaining("High at noon"),
  });
  expect(received.filter((line) => JSON.parse(line).method === "roots/list")).toHaveLength(1);
  expect(await call(peer, "read_text_file", { path: "/etc/hostname" })).toMatchObject({ problem: "failed" });
  const ended = once(child, "exit");
  await peer.close();
  await ended;
  await folder.remove();
});
