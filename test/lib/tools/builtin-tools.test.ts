import { readFileSync } from "node:fs";
import { join } from "node:path";
import { basicTools } from "@/lib/tools/app/basic-tools";
import { codeTools } from "@/lib/tools/app/code-tools";
import { rememberTool } from "@/lib/tools/app/remember-tool";
import { searchTool } from "@/lib/tools/app/search-tool";
import { webTools } from "@/lib/tools/app/web-tools";
import { appToolNames, builtinPlugins, builtinToolName } from "@/lib/tools/builtin-tools";
import { emptyPlugin } from "@/lib/tools/plugin";
import { pluginTools } from "@/lib/tools/plugin-tools";

const root = join(__dirname, "../../../public");
const listed: { id: string; name: string; schema: string }[] = JSON.parse(
  readFileSync(join(root, "plugins.json"), "utf8"),
);

test("the table of built-in plugins has the titles, hosts and tools that are shipped", async () => {
  const shipped = await Promise.all(
    listed.map(async ({ id, name, schema }) => {
      const content = readFileSync(join(root, schema), "utf8");
      const plugin = { ...emptyPlugin({ id, now: 0 }), title: name, content };
      const tools = await pluginTools(plugin, async () => ({ text: "" }));
      return [id, { title: name, host: tools[0]?.host, tools: tools.map(({ ownName }) => ownName) }];
    }),
  );
  expect(builtinPlugins).toEqual(Object.fromEntries(shipped));
});

test("the table of the app's tools is complete", () => {
  const facts = rememberTool({ name: "Parley", save: async () => true });
  const names = [...basicTools, facts, ...webTools, searchTool, ...codeTools].map(({ name }) => name);
  expect([...appToolNames].toSorted()).toEqual(names.toSorted());
});

test.each([
  [{ kind: "app", ownName: "calculate" }, "calculate"],
  [{ kind: "plugin", source: "Weather", host: "api.open-meteo.com", ownName: "forecast" }, "forecast"],
  // The user's own plugins and servers have the names that they give.
  [{ kind: "plugin", source: "Weather", host: "weather.test", ownName: "forecast" }, undefined],
  [{ kind: "plugin", source: "Weather", host: "api.open-meteo.com", ownName: "tides" }, undefined],
  [{ kind: "mcp", source: "Weather", host: "api.open-meteo.com", ownName: "forecast" }, undefined],
  [{ kind: "mcp", source: "Parley", host: "", ownName: "calculate" }, undefined],
  [{ ownName: "calculate" }, undefined],
])("%j is the built-in tool %s", (tool, name) => {
  expect(builtinToolName(tool)).toBe(name);
});
