import { maskSchema } from "@/lib/chat/mask-schema";
import { toolsOffOf, withTool } from "@/lib/chat/tools-off";
import * as z from "@/lib/zod";

test("all tools are on until one is switched off", () => {
  expect(toolsOffOf(undefined, "weather")).toEqual([]);
  expect(toolsOffOf({ weather: ["storm"] }, "weather")).toEqual(["storm"]);
  expect(toolsOffOf({ weather: ["storm"] }, "constructor")).toEqual([]);
});

test("switches single tools off and on; a source without one has no entry", () => {
  const storm = withTool(undefined, "weather", "storm", false);
  expect(storm).toEqual({ weather: ["storm"] });
  const both = withTool(withTool(storm, "weather", "storm", false), "mcp:1", "tide", false);
  expect(both).toEqual({ weather: ["storm"], "mcp:1": ["tide"] });
  expect(withTool(both, "weather", "storm", true)).toEqual({ "mcp:1": ["tide"] });
  expect(withTool({ weather: ["gone"] }, "weather", "storm", false)).toEqual({ weather: ["gone", "storm"] });
});

test.each([
  ["a mask without the field", undefined, undefined],
  ["names by source", { weather: ["storm"] }, { weather: ["storm"] }],
  ["an invalid value", { weather: "storm" }, undefined],
])("reads %s", (_name, stored, expected) => {
  const mask = { id: "m", plugin: ["weather"], ...(stored && { toolsOff: stored }), other: 1 };
  expect(z.parse(maskSchema, mask)).toMatchObject({ plugin: ["weather"], other: 1 });
  expect(z.parse(maskSchema, mask).toolsOff).toEqual(expected);
});
