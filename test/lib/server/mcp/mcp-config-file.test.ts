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

test("a file that is missing is made, for its owner alone", async () => {
  expect(await openMcpConfigFile(folder.file).read()).toEqual({ mcpServers: {} });
  expect(JSON.parse(await readFile(folder.file, "utf8"))).toEqual({ mcpServers: {} });
  expect((await stat(folder.file)).mode & 0o077).toBe(0);
});

test("changes that come together are all there in the end, and no draft is left", async () => {
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

test("other content of the file is preserved", async () => {
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
  ["a name of another alphabet", '{"mcpServers":{"a b":{"command":"tide"}}}'],
])("a file with %s is reported and left unchanged", async (_, text) => {
  await writeFile(folder.file, text);
  const file = openMcpConfigFile(folder.file);
  const refused = (promise: Promise<unknown>) => promise.catch((thrown: unknown) => refusalOf(thrown));
  expect(await refused(file.read())).toBe("mcp-unreadable");
  expect(await refused(file.change((config) => config))).toBe("mcp-unreadable");
  expect(await readFile(folder.file, "utf8")).toBe(text);
});
