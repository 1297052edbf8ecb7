import { readMcpConfiguration } from "@/lib/tools/mcp/read-configuration";

test("remote servers of a desktop program are read, and programs of a computer are left out", () => {
  const text = JSON.stringify({
    mcpServers: {
      tides: { type: "streamable-http", url: "https://tides.test/mcp", headers: { "X-Key": "k" } },
      older: { type: "sse", url: "https://older.test/sse" },
      plain: { url: "https://plain.test/mcp" },
      files: { command: "npx", args: ["-y", "files"] },
      open: { url: "http://open.test/mcp" },
    },
  });
  expect(readMcpConfiguration(text)).toEqual({
    servers: [
      { name: "tides", url: "https://tides.test/mcp", transport: "http", headers: [{ name: "X-Key", token: "k" }] },
      { name: "older", url: "https://older.test/sse", transport: "sse", headers: [] },
      { name: "plain", url: "https://plain.test/mcp", transport: "auto", headers: [] },
    ],
    leftOut: ["files", "open"],
  });
});

test("what an editor would ask for is left to be filled in", () => {
  const text = JSON.stringify({
    inputs: [{ id: "key", type: "promptString", password: true }],
    servers: {
      tides: { type: "http", url: "https://tides.test/mcp", headers: { Authorization: "Bearer $" + "{input:key}" } },
    },
  });
  expect(readMcpConfiguration(text)?.servers).toEqual([
    {
      name: "tides",
      url: "https://tides.test/mcp",
      transport: "http",
      headers: [{ name: "Authorization", token: "" }],
    },
  ]);
});

test.each(["", "https://tides.test/mcp", "[]", '{"mcpServers":[]}', '{"mcpServers"'])(
  "%p is no configuration",
  (text) => {
    expect(readMcpConfiguration(text)).toBeUndefined();
  },
);
