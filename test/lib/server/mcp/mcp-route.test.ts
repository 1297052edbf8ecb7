import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openMcpConfigFile } from "@/lib/server/mcp/mcp-config-file";
import { startMcpProcess } from "@/lib/server/mcp/mcp-process";
import { mcpRoute } from "@/lib/server/mcp/mcp-route";
import { createMcpServers, type McpServers } from "@/lib/server/mcp/mcp-servers";
import type { Variables } from "@/lib/server/variables";
import { fakeEnvironment } from "../../../support/fake-environment";
import { isRunning, type McpFolder, makeMcpFolder, peerCommand } from "../../../support/mcp-peers";
import { testServer } from "../../../support/test-server";

const secret = "a secret of the administrator";
const admin = { "x-mcp-admin-secret": secret };
const everything = peerCommand("everything");

let folder: McpFolder;
const opened: McpServers[] = [];

beforeEach(async () => {
  folder = await makeMcpFolder();
});

afterEach(async () => {
  for (const servers of opened.splice(0)) servers.killAll();
  await folder.remove();
});

/** A server with the folder's list, as one that has just started. */
function start(variables: Variables = {}) {
  const servers = createMcpServers(openMcpConfigFile(folder.file), (id, command) =>
    startMcpProcess(id, command, folder.path),
  );
  opened.push(servers);
  const settings = { ENABLE_MCP: "true", MCP_ADMIN_SECRET: secret, ...variables };
  return { ...testServer(fakeEnvironment(), settings), mcp: async () => servers };
}

const programHash = expect.stringMatching(/^[0-9a-f]{32}$/);

type TestServer = ReturnType<typeof testServer>;

async function call(server: TestServer, id: string, body?: unknown, headers: Record<string, string> = {}) {
  const request = new Request(`http://chat.example/api/mcp/${id}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { host: "localhost:3000", ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const response = await mcpRoute(request, id === "" ? [] : id.split("/"), server);
  return { status: response.status, body: await response.json() };
}

function ask(server: TestServer, id: string, method: string, params?: object) {
  return call(server, id, { jsonrpc: "2.0", id: 7, method, ...(params && { params }) });
}

function tool(server: TestServer, id: string, name: string, args: object = {}) {
  return ask(server, id, "tools/call", { name, arguments: args });
}

/** Asks for something of the administrator's. */
async function manage(server: TestServer, action: object) {
  return (await call(server, "", action, admin)).body;
}

test("starts the listed servers on first use, and they respond", async () => {
  await folder.write({
    all: everything,
    files: peerCommand("filesystem", [folder.path]),
    quiet: { ...everything, status: "paused" },
  });
  const server = start();
  expect(await call(server, "")).toEqual({
    status: 200,
    body: {
      servers: [
        { id: "all", programHash, status: "initializing" },
        { id: "files", programHash, status: "initializing" },
        { id: "quiet", programHash, status: "paused" },
      ],
      canManage: true,
    },
  });
  const listed = await ask(server, "all", "tools/list");
  expect(listed.body).toMatchObject({ jsonrpc: "2.0", id: 7 });
  expect(listed.body.result.tools.map(({ name }: { name: string }) => name)).toContain("get-sum");
  expect(await tool(server, "all", "get-sum", { a: 1, b: 2 })).toEqual({
    status: 200,
    body: { jsonrpc: "2.0", id: 7, result: { content: [{ type: "text", text: "The sum of 1 and 2 is 3." }] } },
  });
  const count = listed.body.result.tools.length;
  expect((await call(server, "")).body.servers[0]).toEqual({ id: "all", programHash, status: "active", tools: count });
  expect((await ask(server, "quiet", "tools/list")).body.error).toEqual({
    code: -32000,
    message: "The server is paused.",
  });
});

test("reads files, prompts and resources, and returns a server's error verbatim", async () => {
  await folder.write({ all: everything, files: peerCommand("filesystem", [folder.path]) });
  const server = start();
  await tool(server, "files", "write_file", { path: join(folder.path, "tide.txt"), content: "high" });
  expect(await readFile(join(folder.path, "tide.txt"), "utf8")).toBe("high");
  const outside = await tool(server, "files", "read_text_file", { path: "/etc/hostname" });
  expect(outside.body.result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("Access denied") }],
  });
  expect((await ask(server, "all", "prompts/list")).body.result.prompts.length).toBeGreaterThan(0);
  expect((await ask(server, "all", "resources/templates/list")).body.result.resourceTemplates.length).toBeGreaterThan(
    0,
  );
  const { resources } = (await ask(server, "all", "resources/list")).body.result;
  const read = await ask(server, "all", "resources/read", { uri: resources[0].uri });
  expect(read.body.result.contents).toHaveLength(1);
  const unknown = await ask(server, "all", "prompts/get", { name: "nobody" });
  const message = "MCP error -32602: Prompt nobody not found";
  expect(unknown.body).toEqual({ jsonrpc: "2.0", id: 7, error: { code: -32602, message } });
});

test("the memory server's graph survives a restart", async () => {
  await folder.write({ memory: peerCommand("memory", [], { MEMORY_FILE_PATH: join(folder.path, "graph.json") }) });
  const server = start();
  const entities = [{ name: "Tide", entityType: "sea", observations: ["high at noon"] }];
  await tool(server, "memory", "create_entities", { entities });
  expect((await manage(server, { action: "restart" })).servers).toEqual([
    { id: "memory", programHash, status: "initializing" },
  ]);
  const graph = await tool(server, "memory", "read_graph");
  expect(JSON.parse(graph.body.result.content[0].text).entities).toEqual(entities);
});

test("a process gets its own environment and none of ours @T9.1 @S2", async () => {
  const names = { OPENAI_API_KEY: "sk-hidden", CODE: "hidden-code", MCP_ADMIN_SECRET: secret, NODE_OPTIONS: "" };
  const before = { ...process.env };
  Object.assign(process.env, names);
  try {
    const server = start();
    await manage(server, { action: "add", id: "all", config: peerCommand("everything", [], { TIDE: "high" }) });
    const { result } = (await tool(server, "all", "get-env")).body;
    const seen = JSON.parse(result.content[0].text);
    expect(seen).toMatchObject({ TIDE: "high", PATH: process.env.PATH });
    const known = ["HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TIDE", "TMPDIR", "USER"];
    expect(Object.keys(seen).filter((name) => !known.includes(name))).toEqual([]);
    expect(JSON.stringify(seen)).not.toContain("hidden");
  } finally {
    process.env = before;
  }
});

test("the administrator adds, pauses, resumes and removes a server, and the file is updated", async () => {
  const server = start();
  const saved = async () => JSON.parse(await readFile(folder.file, "utf8")).mcpServers;
  expect((await call(server, "")).body.servers).toEqual([]);
  expect(await saved()).toEqual({});
  await manage(server, { action: "add", id: "all", config: everything });
  expect(await saved()).toEqual({ all: { ...everything, status: "active" } });
  await ask(server, "all", "tools/list");
  expect((await manage(server, { action: "pause", id: "all" })).servers).toEqual([
    { id: "all", programHash, status: "paused" },
  ]);
  expect((await saved()).all.status).toBe("paused");
  expect((await ask(server, "all", "tools/list")).body.error.message).toBe("The server is paused.");
  const resumed = (await manage(server, { action: "resume", id: "all" })).servers;
  expect(resumed).toEqual([{ id: "all", programHash, status: "active", tools: expect.any(Number) }]);
  expect((await saved()).all.status).toBe("active");
  expect((await manage(server, { action: "remove", id: "all" })).servers).toEqual([]);
  expect(await saved()).toEqual({});
  expect((await ask(server, "all", "tools/list")).status).toBe(404);
});

test("the status of a server tells another command, arguments or environment from the former ones @T9.2", async () => {
  const server = start();
  const hashWith = async (config: object) =>
    (await manage(server, { action: "add", id: "all", config })).servers[0].programHash;
  const { command, args } = everything;
  const env = { B: "2", A: "1" };
  const hash = await hashWith({ command, args, env });
  expect(await hashWith({ command, args, env: { A: "1", B: "2" } })).toBe(hash);
  expect(await hashWith({ command: "other", args, env })).not.toBe(hash);
  expect(await hashWith({ command, args: [...args, "--other"], env })).not.toBe(hash);
  expect(await hashWith({ command, args, env: { ...env, A: "2" } })).not.toBe(hash);
});

test("keeps masked values of a configuration that is sent back, and replaces the others", async () => {
  const server = start();
  const saved = async () => JSON.parse(await readFile(folder.file, "utf8")).mcpServers.all.env;
  const command = (env: Record<string, string>) => ({ ...everything, env });
  await manage(server, { action: "add", id: "all", config: command({ KEY: "sk-of-the-tool", TIDE: "low" }) });
  const { mcpServers } = await manage(server, { action: "config" });
  const { KEY } = mcpServers.all.env;
  await manage(server, { action: "add", id: "all", config: command({ KEY, TIDE: "high", NEW: KEY }) });
  expect(await saved()).toEqual({ KEY: "sk-of-the-tool", TIDE: "high", NEW: "" });
  const { result } = (await tool(server, "all", "get-env")).body;
  expect(JSON.parse(result.content[0].text)).toMatchObject({ KEY: "sk-of-the-tool", TIDE: "high" });
});

test("a failed start reports its reason without a path, and its log masks environment values", async () => {
  const script = "console.error('the key is ' + process.env.KEY + ', on port ' + process.env.PORT); process.exit(1)";
  await folder.write({
    gone: { command: "/nowhere/at/all", args: [] },
    broken: { command: process.execPath, args: ["-e", script], env: { KEY: "sk-of-the-tool", PORT: "80" } },
  });
  const server = start();
  expect((await ask(server, "gone", "tools/list")).body.error).toEqual({
    code: -32000,
    message: "The command cannot be started (ENOENT).",
  });
  await ask(server, "broken", "tools/list");
  expect((await call(server, "")).body.servers).toEqual([
    { id: "gone", programHash, status: "error", error: "The command cannot be started (ENOENT)." },
    { id: "broken", programHash, status: "error", error: expect.stringContaining("process") },
  ]);
  expect(await manage(server, { action: "log", id: "broken" })).toEqual({ lines: ["the key is •••, on port 80"] });
  expect((await manage(server, { action: "resume", id: "broken" })).servers[1].status).toBe("error");
  const config = await manage(server, { action: "config" });
  expect(config.mcpServers.broken).toMatchObject({ status: "error", env: { KEY: "•••", PORT: "•••" } });
  expect(JSON.stringify(config)).not.toContain("sk-of-the-tool");
});

/** A server that answers its first messages as it should, and a call of a tool with as many letters as are asked for. */
const talker = `
  const names = { initialize: { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "a", version: "1" } } };
  require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    if (method === "tools/call" && params.name === "end") process.exit(0);
    const text = method === "tools/call" ? "a".repeat(params.arguments.count) : "";
    const result = names[method] ?? { content: [{ type: "text", text }], pid: process.pid };
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
  });
`;

test("a server with too much output, or that exits, has an error state, and restarts on the next call", async () => {
  await folder.write({ talker: { command: process.execPath, args: ["-e", talker] } });
  const server = start();
  expect((await tool(server, "talker", "talk", { count: 3 })).body.result.content[0].text).toBe("aaa");
  expect((await tool(server, "talker", "talk", { count: 10_000_001 })).body.error.code).toBe(-32000);
  expect((await tool(server, "talker", "talk", { count: 3 })).body.result.content[0].text).toBe("aaa");
  expect((await tool(server, "talker", "end")).body.error.code).toBe(-32000);
  expect((await call(server, "")).body.servers).toEqual([
    { id: "talker", programHash, status: "error", error: "The process has ended." },
  ]);
  expect((await tool(server, "talker", "talk", { count: 3 })).body.result.content[0].text).toBe("aaa");
});

test("a caller that disconnects only ends its own call", async () => {
  await folder.write({ all: everything });
  const server = start();
  await ask(server, "all", "tools/list");
  const caller = new AbortController();
  const params = { name: "trigger-long-running-operation", arguments: { duration: 3600, steps: 1 } };
  const request = new Request("http://chat.example/api/mcp/all", {
    method: "POST",
    headers: { host: "localhost:3000", "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    signal: caller.signal,
  });
  const answer = mcpRoute(request, ["all"], server);
  await tool(server, "all", "echo", { message: "after it" });
  caller.abort();
  expect((await (await answer).json()).error.code).toBe(-32001);
  expect((await tool(server, "all", "get-sum", { a: 1, b: 2 })).body.result.content[0].text).toContain("3");
});

test("a process ends with its server, when that is paused or our server stops", async () => {
  const quiet = { command: process.execPath, args: ["-e", talker] };
  await folder.write({ one: quiet, two: quiet });
  const server = start();
  const pidOf = async (id: string) => (await tool(server, id, "talk", { count: 0 })).body.result.pid as number;
  const [one, two] = [await pidOf("one"), await pidOf("two")];
  await manage(server, { action: "pause", id: "one" });
  expect([isRunning(one), isRunning(two)]).toEqual([false, true]);
  opened[0]?.killAll();
  while (isRunning(two)) await new Promise((resolve) => setImmediate(resolve));
});

/** A launcher, as `npx` is one: the server is its child, and the launcher ends at the first signal without a word to it. */
const launcher = `
  const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, ["-e", process.argv[1]], { stdio: "inherit" });
  child.on("exit", (code) => process.exit(code ?? 1));
`;
/** Does not end with its input. */
const deaf = `${talker}; setInterval(() => {}, 1000);`;

test.each(["paused", "killed"])("child processes end with a server that is %s", async (how) => {
  await folder.write({ launched: { command: process.execPath, args: ["-e", launcher, deaf] } });
  const server = start();
  const { result } = (await tool(server, "launched", "talk", { count: 0 })).body;
  expect(isRunning(result.pid)).toBe(true);
  if (how === "killed") opened[0]?.killAll();
  else await manage(server, { action: "pause", id: "launched" });
  while (isRunning(result.pid)) await new Promise((resolve) => setImmediate(resolve));
});

test.each([
  ["the servers' status", "", undefined],
  ["a tool's result", "all", { jsonrpc: "2.0", id: 1, method: "tools/list" }],
  ["the list", "", { action: "config" }],
])("without the access code, nobody gets %s @S2", async (_, id, body) => {
  const server = start({ CODE: "one" });
  expect((await call(server, id, body, admin)).body).toEqual({ error: true, msg: "empty access code" });
  const wrong = { ...admin, authorization: "Bearer nk-two" };
  expect((await call(server, id, body, wrong)).body).toEqual({ error: true, msg: "wrong access code" });
  expect((await call(server, id, body, { ...admin, authorization: "Bearer nk-one" })).status).not.toBe(401);
});

test.each([
  ["no secret", {}, {}, 403, "Only the administrator can do this."],
  ["a wrong secret", {}, { "x-mcp-admin-secret": `${secret}!` }, 403, "Only the administrator can do this."],
  [
    "an access code instead",
    { CODE: "one" },
    { authorization: "Bearer nk-one" },
    403,
    "Only the administrator can do this.",
  ],
  [
    "a server without a secret",
    { MCP_ADMIN_SECRET: "" },
    { "x-mcp-admin-secret": "" },
    403,
    "MCP_ADMIN_SECRET is missing or invalid on this server.",
  ],
  [
    "a server with a short secret",
    { MCP_ADMIN_SECRET: "short" },
    { "x-mcp-admin-secret": "short" },
    403,
    "MCP_ADMIN_SECRET is missing or invalid on this server.",
  ],
])("with %s, nothing is changed", async (_, variables, headers, status, message) => {
  const server = start(variables as Variables);
  const given = headers as Record<string, string>;
  for (const action of [{ action: "add", id: "a", config: everything }, { action: "config" }, { action: "restart" }]) {
    const answer = await call(server, "", action, given);
    expect([answer.status, answer.body.error.message]).toEqual([status, message]);
  }
  const code = given.authorization ? { authorization: given.authorization } : {};
  expect((await call(server, "", undefined, code as Record<string, string>)).body.servers).toEqual([]);
});

test("counts wrong secrets like wrong codes", async () => {
  const server = start({ TRUST_PROXY: "1" });
  const from = { "x-forwarded-for": "203.0.113.9" };
  const guess = (guessed: string) => call(server, "", { action: "config" }, { ...from, "x-mcp-admin-secret": guessed });
  for (let count = 0; count < 5; count++) expect((await guess(`wrong ${count}`)).status).toBe(403);
  expect((await guess(secret)).status).toBe(429);
});

test.each([
  ["no such server", "nobody", { jsonrpc: "2.0", id: 1, method: "tools/list" }, 404],
  ["the name of an Object.prototype property", "__proto__", { jsonrpc: "2.0", id: 1, method: "tools/list" }, 404],
  ["an invalid name", "a b", { jsonrpc: "2.0", id: 1, method: "tools/list" }, 404],
  ["a path below", "all/more", { jsonrpc: "2.0", id: 1, method: "tools/list" }, 404],
  ["a body that is not JSON-RPC", "all", { id: 1, method: "tools/list" }, 400],
  ["a list of requests", "all", [{ jsonrpc: "2.0", id: 1, method: "tools/list" }], 400],
  ["a notification", "all", { jsonrpc: "2.0", method: "tools/list" }, 400],
  ["an unknown action", "", { action: "run" }, 400],
  ["an action with an extra field", "", { action: "config", id: "all" }, 400],
  ["an invalid id", "", { action: "add", id: "../a", config: everything }, 400],
  ["an id that is an Object.prototype property", "", { action: "add", id: "constructor", config: everything }, 400],
  ["no command", "", { action: "add", id: "a", config: { command: "" } }, 400],
  ["a command with an extra field", "", { action: "add", id: "a", config: { ...everything, cwd: "/" } }, 400],
  ["an invalid variable name", "", { action: "add", id: "a", config: { ...everything, env: { "A=B": "c" } } }, 400],
  ["an id that is not on the list", "", { action: "pause", id: "nobody" }, 404],
])("rejects a request with %s", async (_, id, body, status) => {
  await folder.write({ all: { ...everything, status: "paused" } });
  const server = start();
  expect((await call(server, id, body, admin)).status).toBe(status);
});

test.each(["initialize", "sampling/createMessage", "logging/setLevel", "tools/call/x"])(
  "does not forward the method %s",
  async (method) => {
    await folder.write({ all: { ...everything, status: "paused" } });
    expect((await ask(start(), "all", method)).body).toEqual({
      jsonrpc: "2.0",
      id: 7,
      error: { code: -32601, message: "Method not found" },
    });
  },
);

test("a form of another site changes nothing @H5.2", async () => {
  const server = start();
  const plain = { ...admin, "content-type": "text/plain" };
  expect((await call(server, "", { action: "restart" }, plain)).status).toBe(415);
  const foreign = { ...admin, origin: "https://evil.example" };
  expect((await call(server, "", { action: "restart" }, foreign)).status).toBe(403);
});

test("without local servers, the route does not exist @H5.3 @T9.1", async () => {
  const server = testServer(fakeEnvironment(), { MCP_ADMIN_SECRET: secret });
  expect((await call(server, "")).status).toBe(404);
  expect((await call(server, "", { action: "config" }, admin)).status).toBe(404);
});
