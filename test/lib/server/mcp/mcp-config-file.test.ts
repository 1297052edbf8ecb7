import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { refusalOf } from "@/lib/server/error-response";
import { openMcpConfigFile } from "@/lib/server/mcp/mcp-config-file";
import { type McpFolder, makeMcpFolder } from "../../../support/mcp-peers";

let folder: McpFolder;

beforeEach(async () => {
  folder = await makeMcpFolder();
});

afterEach(() => folder.remove());

const entry = { command: "tide", args: ["--high"] };

test("creates a missing file, readable only by its owner", async () => {
  expect(await openMcpConfigFile(folder.file).read()).toEqual({ mcpServers: {} });
  expect(JSON.parse(await readFile(folder.file, "utf8"))).toEqual({ mcpServers: {} });
  expect((await stat(folder.file)).mode & 0o077).toBe(0);
});

test("applies all concurrent changes, and leaves no temporary file", async () => {
  const file = openMcpConfigFile(folder.file);
  const ids = Array.from({ length: 20 }, (_, index) => `tide${index}`);
  const changes = ids.map((id) =>
    file.change((config) => ({ ...config, mcpServers: { ...config.mcpServers, [id]: entry } })),
  );
  const failed = file.change(() => {
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  await Promise.all(changes);
  expect(Object.keys((await file.read()).mcpServers)).toEqual(ids);
  expect(await readdir(folder.path)).toEqual(["mcp_config.json"]);
});

test("preserves other content of the file", async () => {
  await writeFile(folder.file, JSON.stringify({ note: "mine", mcpServers: { tide: { ...entry, type: "stdio" } } }));
  const file = openMcpConfigFile(folder.file);
  await file.change((config) => ({ ...config, mcpServers: { ...config.mcpServers, more: entry } }));
  expect(JSON.parse(await readFile(folder.file, "utf8"))).toEqual({
    note: "mine",
    mcpServers: { tide: { ...entry, type: "stdio" }, more: entry },
  });
});

test.each([
  ["text", "tide"],
  ["another shape", "[]"],
  ["a server without a command", '{"mcpServers":{"tide":{}}}'],
  ["an invalid name", '{"mcpServers":{"a b":{"command":"tide"}}}'],
])("reports a file with %s and leaves it unchanged", async (_, text) => {
  await writeFile(folder.file, text);
  const file = openMcpConfigFile(folder.file);
  const refused = (promise: Promise<unknown>) => promise.catch((thrown: unknown) => refusalOf(thrown));
  expect(await refused(file.read())).toBe("mcp-unreadable");
  expect(await refused(file.change((config) => config))).toBe("mcp-unreadable");
  expect(await readFile(folder.file, "utf8")).toBe(text);
});
