import type { ToolOutcome } from "@/lib/chat/tool";
import { pluginProxyRoute } from "@/lib/server/plugin-proxy-route";
import { readPageAnswer } from "@/lib/tools/app/page-answer";
import { readPage } from "@/lib/tools/app/read-page";
import { createSendCall } from "@/lib/tools/send-plugin-call";
import { fakeEnvironment } from "../../../support/fake-environment";
import { testServer } from "../../../support/test-server";

/** Reads a page that only our server may read, which gets the given answer. Returns the server's requests, too. */
async function readThroughServer(address: string, answer: () => Response) {
  const outgoing = fakeEnvironment({ responses: answer });
  const server = testServer(outgoing);
  const browser = fakeEnvironment({
    responses: ({ url, init }) => {
      if (!url.startsWith("/api/proxy")) throw new TypeError("Failed to fetch");
      const headers = { ...(init?.headers as Record<string, string>), host: "chat.example" };
      return pluginProxyRoute(new Request(`http://chat.example${url}`, { method: "GET", headers }), server);
    },
  });
  const send = createSendCall({
    env: browser,
    relay: () => ({ url: "/api/proxy", headers: {} }),
    read: readPageAnswer,
  });
  const tasks: unknown[] = [];
  const page = await readPage(
    new URL(address),
    {
      now: () => 0,
      timeZone: "UTC",
      fetchPage: (url, signal) =>
        send(
          { method: "GET", path: url.pathname + url.search, headers: { Accept: "text/html" } },
          { server: url.origin, usesRelay: false, signal },
        ),
      runCode: async () => ({ items: [] }),
      runTask: async (task): Promise<ToolOutcome> => {
        tasks.push(task);
        return { text: "Title\nText" };
      },
    },
    new AbortController().signal,
  );
  return { page, tasks, asked: outgoing.calls.map(({ url, init }) => [url, init?.headers]) };
}

test("HTML stays HTML, with its character set", async () => {
  const answer = () =>
    new Response(
      Uint8Array.from("<!doctype html><p>Gr\xf6\xdfe", (character) => character.charCodeAt(0)),
      {
        headers: { "content-type": "text/html; charset=iso-8859-1", "set-cookie": "a=1" },
      },
    );
  expect(await readThroughServer("https://news.example.com/a/?b=1", answer)).toEqual({
    page: { title: "Title", text: "Text" },
    tasks: [{ type: "read-page", html: "<!doctype html><p>Größe" }],
    asked: [["https://news.example.com/a/?b=1", { accept: "text/html", "user-agent": "plugin-relay/1.0" }]],
  });
});

test("a redirect is not followed, and is reported @T9.7", async () => {
  const answer = () => new Response(null, { status: 301, headers: { location: "http://127.0.0.1/" } });
  const { page, asked } = await readThroughServer("https://news.example.com/old", answer);
  expect(page).toEqual({
    failure: { text: expect.stringMatching(/^The page redirects to another address/), problem: "failed" },
  });
  expect(asked).toHaveLength(1);
});

test("the relay does not request private hosts or http addresses", async () => {
  for (const address of ["https://192.168.0.1/", "http://news.example.com/"]) {
    const { page, asked } = await readThroughServer(address, () => new Response("x"));
    expect([page, asked]).toEqual([{ failure: { text: expect.stringMatching(/^HTTP 403: /), problem: "failed" } }, []]);
  }
});
