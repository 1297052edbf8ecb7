import { readFileSync } from "node:fs";
import fc from "fast-check";
import { commandOf, emptyValues, missingProperties, valuesOf } from "@/lib/tools/mcp/preset-form";
import { type McpPreset, type PresetProgram, readPresets } from "@/lib/tools/mcp/presets";

const files = {
  id: "files",
  name: "Files",
  description: "Read files",
  repo: "https://example.org/r",
  tags: ["fs"],
  command: "npx",
  baseArgs: ["-y", "@example/files"],
  configurable: true,
  configSchema: {
    properties: {
      paths: { type: "array", description: "Folders", required: true, minItems: 1 },
      mode: { type: "string" },
      token: { type: "string", required: true },
    },
  },
  argsMapping: {
    paths: { type: "spread", position: 2 },
    mode: { type: "single", position: 0 },
    token: { type: "env", key: "API_TOKEN" },
  },
};

function programOf(presets: readonly McpPreset[] | undefined): PresetProgram {
  const program = presets?.[0]?.program;
  if (!program) throw new Error("no program");
  return program;
}

test("what is filled in goes among the arguments and into the environment; what is empty is left out", () => {
  const program = programOf(readPresets({ data: [files] }));
  expect(emptyValues(program)).toEqual({ paths: [""], mode: "", token: "" });
  expect(commandOf(program, { paths: ["/a", " ", "/b"], mode: "", token: "t" })).toEqual({
    command: "npx",
    args: ["-y", "@example/files", "/a", "/b"],
    env: { API_TOKEN: "t" },
  });
  expect(commandOf(program, { paths: ["/a"], mode: "--yes", token: "" })).toEqual({
    command: "npx",
    args: ["--yes", "@example/files", "/a"],
    env: {},
  });
});

const word = fc.stringMatching(/^[\w/.-]{1,8}$/);

test("a form that is opened again shows what it was filled in with", () => {
  const program = programOf(readPresets({ data: [files] }));
  const values = fc.record({ paths: fc.array(word, { minLength: 1 }), mode: word, token: word });
  fc.assert(
    fc.property(values, (filled) => {
      expect(valuesOf(program, commandOf(program, filled))).toEqual(filled);
    }),
  );
});

test("of several lists none can be told from the others: they are filled in anew", () => {
  const spread = { type: "spread", position: 1 };
  const twice = { ...files, argsMapping: { ...files.argsMapping, more: spread } };
  const program = programOf(readPresets({ data: [twice] }));
  expect(valuesOf(program, { command: "npx", args: ["--yes", "b", "a", "c"], env: { API_TOKEN: "t" } })).toEqual({
    paths: [""],
    mode: "--yes",
    token: "t",
  });
});

test("missing required fields are named", () => {
  const program = programOf(readPresets({ data: [files] }));
  expect(missingProperties(program, emptyValues(program))).toEqual(["paths", "token"]);
  expect(missingProperties(program, { paths: ["/a"], mode: "", token: "t" })).toEqual([]);
});

test("a registry's servers are read in both of its shapes; what can be reached in no way is passed over", () => {
  const server = {
    name: "com.example/analytics",
    title: "Analytics",
    description: "Reports",
    repository: { url: "https://git.example/analytics" },
    remotes: [
      { type: "streamable-http", url: "https://{tenant}.example.com/mcp" },
      { type: "streamable-http", url: "https://analytics.example.com/mcp", headers: [{ name: "Authorization" }] },
    ],
    packages: [
      {
        registryType: "npm",
        identifier: "@acme/analytics",
        version: "2.0.0",
        environmentVariables: [{ name: "ACME_KEY", description: "Key", isRequired: true }],
      },
    ],
  };
  const preset = {
    id: "com-example-analytics",
    name: "Analytics",
    description: "Reports",
    repo: "https://git.example/analytics",
    tags: [],
    remote: {
      name: "Analytics",
      url: "https://analytics.example.com/mcp",
      transport: "auto",
      headers: [{ name: "Authorization", token: "" }],
    },
    program: {
      command: "npx",
      baseArgs: ["-y", "@acme/analytics@2.0.0"],
      properties: {
        ACME_KEY: { type: "string", description: "Key", required: true, minItems: 0, itemLabel: "", addButtonText: "" },
      },
      mapping: { ACME_KEY: { type: "env", position: 0, key: "ACME_KEY" } },
    },
  };
  const oddities = [{ name: "nowhere" }, 7, { server: null }];
  expect(readPresets({ servers: [{ server }, server, ...oddities] })).toEqual([preset, preset]);
});

test.each([[undefined], [[]], [{}], [{ data: "x" }], ["text"]])("%p is no list", (answer) => {
  expect(readPresets(answer)).toBeUndefined();
});

test("every server of the list that comes with the app can be reached, under its own id", () => {
  const list = JSON.parse(readFileSync("public/mcp-servers.json", "utf8"));
  const presets = readPresets(list) ?? [];
  expect(presets.length).toBe(list.data.length);
  expect(presets.length).toBeGreaterThanOrEqual(8);
  expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
});
