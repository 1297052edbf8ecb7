import { listTools } from "@/lib/tools/mcp/listings";
import { mcpTools } from "@/lib/tools/mcp/mcp-tools";
import {
  changeOperatorServers,
  createOperatorPeer,
  listOperatorServers,
  readOperatorCommands,
  readOperatorLog,
} from "@/lib/tools/mcp/operator-wire";
import { type FakeAnswer, fakeEnvironment } from "@/test/support/fake-environment";

const headers = { authorization: "Bearer nk-code" };

function wireOf(...responses: readonly FakeAnswer[]) {
  const env = fakeEnvironment({ responses });
  return { env, wire: { env, route: () => ({ url: "/api/mcp", headers }) } };
}

const list = {
  servers: [
    { id: "files", status: "active", tools: 3, programHash: "a1b2" },
    { id: "git", status: "error", error: "spawn git ENOENT" },
    { id: "odd", status: "dreaming" },
  ],
  canManage: true,
};

test("lists the operator's servers with their status", async () => {
  const { env, wire } = wireOf(Response.json(list));
  expect(await listOperatorServers(wire)).toEqual({
    servers: [
      { id: "files", status: "active", error: "", tools: 3, programHash: "a1b2" },
      { id: "git", status: "error", error: "spawn git ENOENT", tools: undefined, programHash: undefined },
      { id: "odd", status: "error", error: "", tools: undefined, programHash: undefined },
    ],
    canManage: true,
  });
  expect(env.calls).toEqual([{ url: "/api/mcp", init: { headers } }]);
});

test("sends the administrator's secret with a change, and reports the server's error for a wrong one", async () => {
  const refusal = Response.json({ error: { message: "Only the administrator can do this." } }, { status: 403 });
  const { env, wire } = wireOf(Response.json(list), refusal);
  expect((await changeOperatorServers(wire, { action: "pause", id: "files" }, "secret")).canManage).toBe(true);
  expect(env.calls[0]?.init).toEqual({
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json", "X-MCP-Admin-Secret": "secret" },
    body: '{"action":"pause","id":"files"}',
  });
  await expect(changeOperatorServers(wire, { action: "restart" }, "wrong")).rejects.toMatchObject({
    kind: "refused",
    message: "Only the administrator can do this.",
  });
});

test("with the secret, reads each server's launch settings and its error log", async () => {
  const entry = { command: "npx", args: ["-y", "a"], env: { KEY: "•••" }, status: "active" };
  const { env, wire } = wireOf(
    Response.json({ mcpServers: { files: entry, bare: { command: "git" } } }),
    Response.json({ lines: ["no such folder"] }),
    Response.json({ lines: "none" }),
  );
  expect(await readOperatorCommands(wire, "secret")).toEqual({
    files: { command: "npx", args: ["-y", "a"], env: { KEY: "•••" } },
    bare: { command: "git", args: [], env: {} },
  });
  expect(await readOperatorLog(wire, "files", "secret")).toEqual(["no such folder"]);
  await expect(readOperatorLog(wire, "files", "secret")).rejects.toThrow();
  expect(env.calls.map(({ init }) => init?.body)).toEqual([
    '{"action":"config"}',
    '{"action":"log","id":"files"}',
    '{"action":"log","id":"files"}',
  ]);
});

test("lists tools page by page and calls them by MCP requests; an error is the call's error", async () => {
  const answer = (result: object) => Response.json({ jsonrpc: "2.0", id: 1, ...result });
  const { env, wire } = wireOf(
    answer({
      result: { tools: [{ name: "read", annotations: { readOnlyHint: true } }, { name: 7 }], nextCursor: "a" },
    }),
    answer({ result: { tools: [{ name: "write" }] } }),
    answer({ result: { content: [], structuredContent: { height: 4 } } }),
    answer({ error: { code: -32000, message: "The server is paused." } }),
  );
  const peer = createOperatorPeer(wire, "files");
  const [read, write] = mcpTools(await listTools(peer), { id: "files", name: "files", host: "app.test", peer });
  expect([read?.isReading, write?.isReading]).toEqual([true, false]);
  const context = { signal: new AbortController().signal, onProgress: () => {} };
  expect(await read?.run({ at: 1 }, context)).toEqual({ text: '{"height":4}' });
  expect(await write?.run({}, context)).toEqual({ text: "The server is paused.", problem: "failed" });
  expect(env.calls.map(({ url, init }) => [url, JSON.parse(String(init.body)).params])).toEqual([
    ["/api/mcp/files", {}],
    ["/api/mcp/files", { cursor: "a" }],
    ["/api/mcp/files", { name: "read", arguments: { at: 1 } }],
    ["/api/mcp/files", { name: "write", arguments: {} }],
  ]);
});
