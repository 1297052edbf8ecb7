import { findFencedCall } from "@/lib/chat/fenced-call";
import type { Tool } from "@/lib/chat/tool";
import { fencedPrompt } from "@/lib/tools/fenced-prompt";

const tool = (client: string, ownName: string): Tool => ({
  name: `${client}_${ownName}`,
  description: `Tells the ${ownName}`,
  parameters: { type: "object" },
  source: { kind: "mcp", id: client, name: "Server" },
  ownName,
  host: "tides.test",
  isReading: true,
  run: async () => ({ text: "" }),
});

test("lists each client with the definitions of its tools, under their original names", () => {
  const prompt = fencedPrompt([tool("a", "tide"), tool("b", "moon"), tool("a", "wind")]);
  expect(prompt).toContain(
    [
      "Client a:",
      '{"name":"tide","description":"Tells the tide","inputSchema":{"type":"object"}}',
      '{"name":"wind","description":"Tells the wind","inputSchema":{"type":"object"}}',
      "",
      "Client b:",
      '{"name":"moon","description":"Tells the moon","inputSchema":{"type":"object"}}',
    ].join("\n"),
  );
});

test("the example in the prompt is a valid call, tagged with one of the clients", () => {
  expect(findFencedCall(fencedPrompt([tool("a", "tide")]))).toMatchObject({
    client: "a",
    call: { name: "TOOL", argumentsText: "{}" },
  });
});
