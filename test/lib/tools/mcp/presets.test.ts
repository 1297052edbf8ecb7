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

test("puts filled fields into the arguments and the environment, and omits empty ones", () => {
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

test("a form shows its previous values when it is opened again", () => {
  const program = programOf(readPresets({ data: [files] }));
  const values = fc.record({ paths: fc.array(word, { minLength: 1 }), mode: word, token: word });
  fc.assert(
    fc.property(values, (filled) => {
      expect(valuesOf(program, commandOf(program, filled))).toEqual(filled);
    }),
  );
});

test("leaves several list fields empty when the form is opened again, because they cannot be told apart", () => {
  const spread = { type: "spread", position: 1 };
  const twice = { ...files, argsMapping: { ...files.argsMapping, more: spread } };
  const program = programOf(readPresets({ data: [twice] }));
  expect(valuesOf(program, { command: "npx", args: ["--yes", "b", "a", "c"], env: { API_TOKEN: "t" } })).toEqual({
    paths: [""],
    mode: "--yes",
    token: "t",
  });
});

test("lists the missing required fields", () => {
  const program = programOf(readPresets({ data: [files] }));
  expect(missingProperties(program, emptyValues(program))).toEqual(["paths", "token"]);
  expect(missingProperties(program, { paths: ["/a"], mode: "", token: "t" })).toEqual([]);
});

test("reads a registry's servers in both shapes, and skips unreachable ones", () => {
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

test.each([[undefined], [[]], [{}], [{ data: "x" }], ["text"]])("rejects %p as a list", (answer) => {
  expect(readPresets(answer)).toBeUndefined();
});

test("every server of the included list is reachable and has a unique id", () => {
  const list = JSON.parse(readFileSync("public/mcp-servers.json", "utf8"));
  const presets = readPresets(list) ?? [];
  expect(presets.length).toBe(list.data.length);
  expect(presets.length).toBeGreaterThanOrEqual(8);
  expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
});
