import fc from "fast-check";
import {
  fencedCallsInRow,
  fencedResponse,
  findFencedCall,
  readFencedResponse,
  withoutFencedCall,
} from "@/lib/chat/fenced-call";

const request = '{"method":"tools/call","params":{"name":"read","arguments":{"path":"a.txt"}}}';
const block = (body = request, client = "files") => `\`\`\`json:mcp:${client}\n${body}\n\`\`\``;
const call = { name: "read", argumentsText: '{"path":"a.txt"}' };

test("finds a call with its client, its tool and its arguments", () => {
  const text = `I will look.\n\n${block()}\n`;
  expect(findFencedCall(text)).toEqual({ client: "files", call, start: 14, end: 14 + block().length });
  expect(withoutFencedCall(text)).toBe("I will look.");
});

test("uses the first of two calls", () => {
  expect(findFencedCall(`${block()}\n${block(request, "other")}`)).toMatchObject({ client: "files" });
});

test("a fence inside a JSON string does not end the block", () => {
  const body = JSON.stringify({
    method: "tools/call",
    params: { name: "write", arguments: { text: "```js\nalert(1)\n```" } },
  });
  expect(findFencedCall(block(body))?.call).toEqual({
    name: "write",
    argumentsText: '{"text":"```js\\nalert(1)\\n```"}',
  });
});

test("parses JSON of several lines; missing arguments are empty", () => {
  const body = '{\n  "method": "tools/call",\n  "params": { "name": "list" }\n}';
  expect(findFencedCall(block(body))?.call).toEqual({ name: "list", argumentsText: "{}" });
});

test.each([
  ["plain text", "No call here."],
  ["a block of JSON", "```json\n{}\n```"],
  ["a block that is not closed", `\`\`\`json:mcp:files\n${request}`],
  ["a block in a quotation", block().replace(/^/gm, "> ")],
  ["a block inside a longer one", `\`\`\`\`markdown\n${block()}\n\`\`\`\``],
  ["a block inside one of tildes", `~~~\n${block()}\n~~~`],
  ["an indented block", block().replace(/^/gm, "    ")],
  ["a block in the middle of a line", `Like this: ${block()}`],
  ["a block without a client", block(request, "")],
  ["the result of a call", `\`\`\`json:mcp-response:files\n${request}\n\`\`\``],
])("%s is not a call @T9.5", (_name, text) => {
  expect(findFencedCall(text)).toBeUndefined();
  expect(withoutFencedCall(text)).toBe(text);
});

test.each([
  ["broken JSON", "{"],
  ["another method", '{"method":"resources/read","params":{"name":"x"}}'],
  ["no name", '{"method":"tools/call","params":{}}'],
  ["a list", "[]"],
  ["an empty text", ""],
])("a block with %s is an invalid call", (_name, body) => {
  expect(findFencedCall(block(body))).toMatchObject({ client: "files" });
  expect(findFencedCall(block(body))?.call).toBeUndefined();
});

test("fences a result so that nothing in it ends the block, and parses it back unchanged", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("`", "```", "\n", "a", "json:mcp:files")).map((parts) => parts.join("")),
      (result) => {
        const content = fencedResponse("files", result);
        expect(findFencedCall(content)).toBeUndefined();
        expect(readFencedResponse({ isMcpResponse: true, content })).toEqual({ client: "files", result });
      },
    ),
  );
});

test("a message without a result has none; a result of another shape is shown unchanged", () => {
  expect(readFencedResponse({ content: fencedResponse("files", "x") })).toBeUndefined();
  expect(readFencedResponse({ isMcpResponse: true, content: "odd" })).toEqual({ client: "", result: "odd" });
});

test("counts results since the user's last message", () => {
  const asked = { role: "user" } as const;
  const said = { role: "assistant" } as const;
  const result = { role: "user", isMcpResponse: true } as const;
  expect(fencedCallsInRow([asked, said, result, said, result])).toBe(2);
  expect(fencedCallsInRow([asked, said, result, said, asked])).toBe(0);
  expect(fencedCallsInRow([])).toBe(0);
});
