import fc from "fast-check";
import { maxMessageChars, readViewMessage, type ViewMessage } from "@/lib/tools/mcp/view-message";

const request = (method: string, params?: unknown) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  ...(params !== undefined && { params }),
});
const notification = (method: string, params?: unknown) => ({
  jsonrpc: "2.0",
  method,
  ...(params !== undefined && { params }),
});
const valid = (method: string, params: unknown) => ({ type: "request", id: 1, request: { method, params } });
const noParams = { type: "invalid", id: 1, code: -32602, message: "Invalid params" };
const noMethod = { type: "invalid", id: 1, code: -32601, message: "Method not found" };
const long = "x".repeat(2001);

test.each<[string, unknown, unknown]>([
  [
    "the start",
    request("ui/initialize", {
      protocolVersion: "2026-01-26",
      appInfo: { name: "tides", version: "1" },
      appCapabilities: { availableDisplayModes: ["inline", "fullscreen"], tools: {} },
    }),
    valid("ui/initialize", {
      protocolVersion: "2026-01-26",
      appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
    }),
  ],
  [
    "a start with unknown display modes",
    request("ui/initialize", { protocolVersion: "1", appCapabilities: { availableDisplayModes: ["hologram"] } }),
    valid("ui/initialize", { protocolVersion: "1", appCapabilities: {} }),
  ],
  ["a start without a version", request("ui/initialize", {}), noParams],
  ["a ping", request("ping"), valid("ping", {})],
  [
    "a call",
    request("tools/call", { name: "tide", arguments: { at: 1 }, _meta: {} }),
    valid("tools/call", { name: "tide", arguments: { at: 1 } }),
  ],
  ["a call without arguments", request("tools/call", { name: "tide" }), valid("tools/call", { name: "tide" })],
  ["a call without a name", request("tools/call", { name: "" }), noParams],
  ["a call with a list of arguments", request("tools/call", { name: "tide", arguments: [1] }), noParams],
  ["a call with a long name", request("tools/call", { name: long }), noParams],
  ["a resource", request("resources/read", { uri: "ui://a" }), valid("resources/read", { uri: "ui://a" })],
  ["a resource without an address", request("resources/read"), noParams],
  [
    "a link",
    request("ui/open-link", { url: "https://a.example" }),
    valid("ui/open-link", { url: "https://a.example" }),
  ],
  ["a long link", request("ui/open-link", { url: `https://a.example/${long}` }), noParams],
  [
    "a message",
    request("ui/message", {
      role: "user",
      content: [
        { type: "text", text: "a" },
        { type: "image", data: "" },
        { type: "text", text: "b" },
      ],
    }),
    valid("ui/message", { role: "user", content: "a\n\nb" }),
  ],
  [
    "a message with one block, as the text of the specification has it",
    request("ui/message", { role: "user", content: { type: "text", text: "a" } }),
    valid("ui/message", { role: "user", content: "a" }),
  ],
  ["a message of the model", request("ui/message", { role: "assistant", content: [] }), noParams],
  ["a message of the system", request("ui/message", { role: "system", content: [] }), noParams],
  [
    "a text for the model",
    request("ui/update-model-context", { content: [{ type: "text", text: "a" }], structuredContent: { at: 1 } }),
    valid("ui/update-model-context", { content: "a", structuredContent: { at: 1 } }),
  ],
  [
    "a display mode",
    request("ui/request-display-mode", { mode: "pip" }),
    valid("ui/request-display-mode", { mode: "pip" }),
  ],
  ["an unknown display mode", request("ui/request-display-mode", { mode: "popup" }), noParams],
  ["a method of servers that pages may not use", request("tools/list"), noMethod],
  ["a method of the sandbox", request("ui/notifications/sandbox-resource-ready", { html: "" }), noMethod],
  ["the name of an inherited property", request("constructor"), noMethod],
  ["another inherited property", request("__proto__"), noMethod],
  [
    "the end of the start",
    notification("ui/notifications/initialized", {}),
    { type: "notification", notification: { method: "ui/notifications/initialized", params: {} } },
  ],
  [
    "a height",
    notification("ui/notifications/size-changed", { width: 3, height: 4 }),
    { type: "notification", notification: { method: "ui/notifications/size-changed", params: { height: 4 } } },
  ],
  ["a height that is not a number", notification("ui/notifications/size-changed", { height: "4" }), undefined],
  ["a log entry", notification("notifications/message", { level: "info", data: "" }), undefined],
  ["an inherited property as a notification", notification("toString"), undefined],
  ["a response", { jsonrpc: "2.0", id: "close", result: {} }, { type: "response", id: "close" }],
  [
    "an error response",
    { jsonrpc: "2.0", id: "close", error: { code: 1, message: "" } },
    { type: "response", id: "close" },
  ],
  ["a response without an id", { jsonrpc: "2.0", result: {} }, undefined],
  ["a long id", { ...request("ping"), id: "x".repeat(101) }, undefined],
  ["a fraction as an id", { ...request("ping"), id: 1.5 }, undefined],
  ["an object as an id", { ...request("ping"), id: {} }, undefined],
  ["another version of JSON-RPC", { ...request("ping"), jsonrpc: "1.0" }, undefined],
  ["a batch", [request("ping")], undefined],
  ["a text", "ping", undefined],
  ["nothing", null, undefined],
])("%s is read as it is, or ignored @T9.12", (_name, message, expected) => {
  expect(readViewMessage(JSON.stringify(message))).toEqual(expected);
});

test("a message that is too long, or not text, is ignored @T9.12", () => {
  const long = request("tools/call", { name: "tide", arguments: { text: "x".repeat(maxMessageChars) } });
  expect(readViewMessage(JSON.stringify(long))).toBeUndefined();
  expect(readViewMessage(request("ping"))).toBeUndefined();
  expect(readViewMessage('{"jsonrpc":')).toBeUndefined();
});

test("whatever a page sends is ignored, rejected, or a request with the fields of its method @T9.12", () => {
  const methods = fc.constantFrom(
    "ui/initialize",
    "ping",
    "tools/call",
    "resources/read",
    "ui/open-link",
    "ui/message",
    "ui/update-model-context",
    "ui/request-display-mode",
    "ui/notifications/size-changed",
    "__proto__",
    "x",
  );
  const message = fc.record(
    {
      jsonrpc: fc.constant("2.0"),
      id: fc.oneof(fc.integer(), fc.string(), fc.anything()),
      method: fc.oneof(methods, fc.anything()),
      params: fc.anything(),
    },
    { requiredKeys: [] },
  );
  const fields: Record<string, readonly string[]> = {
    "ui/initialize": ["protocolVersion", "appCapabilities"],
    ping: [],
    "tools/call": ["name", "arguments"],
    "resources/read": ["uri"],
    "ui/open-link": ["url"],
    "ui/message": ["role", "content"],
    "ui/update-model-context": ["content", "structuredContent"],
    "ui/request-display-mode": ["mode"],
  };
  fc.assert(
    fc.property(fc.oneof(message, fc.anything(), fc.json()), (sent) => {
      let text: unknown = sent;
      try {
        text = typeof sent === "string" ? sent : JSON.stringify(sent);
      } catch {
        // Values without a JSON form do not leave the frame.
      }
      const read: ViewMessage | undefined = readViewMessage(text);
      if (read?.type !== "request") return;
      expect(fields[read.request.method]).toBeDefined();
      for (const name of Object.keys(read.request.params)) expect(fields[read.request.method]).toContain(name);
    }),
  );
});
