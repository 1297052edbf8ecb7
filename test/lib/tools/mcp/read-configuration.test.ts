import { readMcpConfiguration } from "@/lib/tools/mcp/read-configuration";

test("reads remote servers of a desktop program's configuration, and skips local programs", () => {
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

test("leaves values that an editor would ask for empty", () => {
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
  "rejects %p as a configuration",
  (text) => {
    expect(readMcpConfiguration(text)).toBeUndefined();
  },
);
