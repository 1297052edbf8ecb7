import { readSiteDefaults } from "@/lib/settings/site-defaults";

const nothing = { settings: {}, fixed: [], hidden: [] };

test("reads settings, fixed and hidden ones, masks, prompts, plugins and MCP servers", () => {
  const given = {
    settings: {
      theme: "dark",
      language: "de",
      submitKey: "Ctrl + Enter",
      model: "gpt-5@openai",
      temperature: 0.2,
      systemPrompt: "Be brief.",
      useCustomConfig: false,
    },
    fixed: ["theme", "useCustomConfig"],
    hidden: ["fontFamily"],
  };
  const library = {
    masks: [{ name: "Harbour", context: [] }],
    prompts: [{ title: "Tides", content: "List the tides of today." }],
    plugins: [{ title: "Weather", document: { openapi: "3.1.0" } }],
    mcpServers: { docs: { url: "https://mcp.example.com/mcp" } },
  };
  expect(readSiteDefaults({ ...given, ...library })).toEqual({ defaults: given, library, problems: [] });
});

test("names unknown settings and wrong values, without the values, and uses the others", () => {
  const input = {
    settings: { theme: "sepia", fontSize: "large", colour: "sk-secret", density: "compact", fontFamily: 3 },
    fixed: ["density", "theme", "colour"],
    hidden: ["density", "density", "providerName"],
  };
  expect(readSiteDefaults(input)).toEqual({
    defaults: { settings: { density: "compact" }, fixed: ["density"], hidden: ["density"] },
    library: {},
    problems: [
      "settings.theme has a wrong value",
      "settings.fontSize has a wrong value",
      "settings.colour is an unknown setting",
      "settings.fontFamily has a wrong value",
      "fixed.colour is an unknown setting",
      "fixed.theme has no valid value in settings",
      "hidden.providerName is an unknown setting",
    ],
  });
});

test("clamps numbers to the bounds of their setting, and reports it", () => {
  expect(readSiteDefaults({ settings: { fontSize: 900, historyMessageCount: -3 } })).toEqual({
    defaults: { ...nothing, settings: { fontSize: 40, historyMessageCount: 0 } },
    library: {},
    problems: [
      "settings.fontSize is out of bounds: the nearest value is used",
      "settings.historyMessageCount is out of bounds: the nearest value is used",
    ],
  });
});

test("reports an empty model, and own keys that are not forbidden", () => {
  const wrong = { model: " ", useCustomConfig: true };
  expect(readSiteDefaults({ settings: wrong, fixed: ["useCustomConfig"] })).toEqual({
    defaults: nothing,
    library: {},
    problems: [
      "settings.model has a wrong value",
      "settings.useCustomConfig has no effect unless it is false and fixed",
      "fixed.useCustomConfig has no valid value in settings",
    ],
  });
  expect(readSiteDefaults({ settings: { useCustomConfig: false } }).problems).toEqual([
    "settings.useCustomConfig has no effect unless it is false and fixed",
  ]);
  expect(readSiteDefaults({ settings: { useCustomConfig: false }, fixed: ["useCustomConfig"] }).problems).toEqual([]);
});

test.each([
  [undefined, ["the value must be an object"]],
  [[], ["the value must be an object"]],
  [{ setings: {} }, ["setings is unknown"]],
  [{ fixed: "theme" }, ["fixed must be a list of settings"]],
  [{ masks: [{ context: [] }] }, ["masks.0 must have a name"]],
  [{ prompts: [{ title: "a", content: "" }] }, ["prompts.0.content must be a text"]],
  [{ plugins: [{ title: "a", document: "x", authToken: "sk-secret" }] }, ["plugins.0.authToken is unknown"]],
  [{ mcpServers: { docs: { url: "file:///etc/passwd" } } }, ["mcpServers.docs.url must be an address with https://"]],
  [
    { mcpServers: { docs: { url: "https://mcp.example.com", headers: { authorization: "sk-secret" } } } },
    ["mcpServers.docs.headers is unknown"],
  ],
])("refuses %j as a whole", (input, problems) => {
  expect(readSiteDefaults(input)).toEqual({ problems });
});

test("a name of the prototype is an unknown setting", () => {
  const input = JSON.parse('{"settings":{"__proto__":1,"constructor":"x"},"fixed":["toString"]}');
  expect(readSiteDefaults(input)).toMatchObject({ defaults: nothing });
});
