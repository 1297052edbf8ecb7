import type { ToolReply, ToolRequest } from "@/lib/chat/tool-request";
import { McpFailure } from "@/lib/tools/mcp/failure";
import { offerRequiredPages } from "@/lib/tools/mcp/required-pages";

const page = (url: string) => ({ mode: "url", message: "Sign in", elicitationId: "1", url });
const { signal } = new AbortController();

async function offered(requiredPages: unknown, action: ToolReply["action"] = "accept") {
  const asked: ToolRequest[] = [];
  const ask = async (request: ToolRequest) => {
    asked.push(request);
    return { action } as ToolReply;
  };
  await offerRequiredPages(new McpFailure("protocol", "", requiredPages), { requests: { ask }, signal });
  return asked.map((request) => (request.type === "link" ? request.url : request.type));
}

test("offers at most three pages, one after the other, until the user rejects one", async () => {
  const pages = ["a", "b", "c", "d"].map((name) => page(`https://${name}.test/`));
  expect(await offered(pages)).toEqual(["https://a.test/", "https://b.test/", "https://c.test/"]);
  expect(await offered(pages, "decline")).toEqual(["https://a.test/"]);
});

test.each([
  ["no list", undefined],
  ["an unencrypted page", [page("http://a.test/")]],
  ["a form", [{ message: "Name?", requestedSchema: { type: "object", properties: {} } }]],
  ["anything else", [1, null]],
])("ignores %s", async (_, pages) => {
  expect(await offered(pages)).toEqual([]);
});
