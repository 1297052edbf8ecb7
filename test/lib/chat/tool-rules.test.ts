import { readToolRules, ruleAnswer, type ToolRule, withRule } from "@/lib/chat/tool-rules";

const tool = {
  source: { kind: "plugin", id: "tides", name: "Tides" },
  ownName: "forecast",
  host: "tides.test",
  isReading: true,
  fingerprint: "f1",
} as const;
const rule: ToolRule = {
  id: "r1",
  sourceKind: "plugin",
  sourceId: "tides",
  source: "Tides",
  ownName: "forecast",
  host: "tides.test",
  isReading: true,
  fingerprint: "f1",
  since: 7,
};

test.each<[string, readonly ToolRule[], Partial<typeof tool>, string]>([
  ["no rule", [], {}, "unknown"],
  ["a rule for all chats", [rule], {}, "allowed"],
  ["a rule for this chat", [{ ...rule, sessionId: "chat" }], {}, "allowed"],
  ["a rule for another chat", [{ ...rule, sessionId: "other" }], {}, "unknown"],
  ["a rule for another definition", [{ ...rule, fingerprint: "f0" }], {}, "changed"],
  ["a rule for another definition beside one that fits", [{ ...rule, fingerprint: "f0" }, rule], {}, "allowed"],
  ["a rule for another host", [{ ...rule, host: "evil.test" }], {}, "unknown"],
  ["a rule for another tool", [{ ...rule, ownName: "delete" }], {}, "unknown"],
  ["a rule for a plugin of the same name elsewhere", [{ ...rule, sourceId: "other" }], {}, "unknown"],
  ["a rule for an MCP server of that id", [{ ...rule, sourceKind: "mcp" }], {}, "unknown"],
])("%s: %# @T9.2 @T9.3", (_name, rules, change, answer) => {
  expect(ruleAnswer(rules, { ...tool, ...change }, "chat")).toBe(answer);
});

test("a rule replaces the one for the same tool and the same chats", () => {
  const inChat = { ...rule, id: "r2", sessionId: "chat" };
  const anew = { ...rule, id: "r3", fingerprint: "f2" };
  expect(withRule([rule, inChat], anew)).toEqual([inChat, anew]);
});

test("parses stored rules strictly: an invalid field makes a rule invalid", () => {
  const { fingerprint: _none, ...loose } = rule;
  expect(readToolRules({ rules: [rule, loose, { ...rule, since: "now" }, null, 7] })).toEqual([rule]);
  expect(readToolRules({ rules: "all" })).toEqual([]);
  expect(readToolRules(null)).toEqual([]);
});
