import { useAccess } from "@/store/settings/access";
import { readSharedPage, shareConversation } from "@/store/sharing/shared-pages";
import { fakeEnvironment } from "../../support/fake-environment";

const conversation = { avatarUrl: null, items: [{ from: "human", value: "Why?" }] };
const service = { url: "https://share.example/api/conversations", link: "https://shr.example/{id}" };

/** A page in which the build says something of itself. */
function pageOf(config: unknown) {
  return { querySelector: () => ({ getAttribute: () => JSON.stringify(config) }) as unknown as Element };
}

beforeEach(() => useAccess.getState().setReach({}));

test("without a server, sends a conversation directly to the page's service, and its id becomes a link", async () => {
  const env = fakeEnvironment({ responses: [Response.json({ id: "aB-1" })] });
  expect(await shareConversation(conversation, env, pageOf({ share: service }))).toEqual({
    link: "https://shr.example/aB-1",
  });
  expect(env.calls.map(({ url, init }) => [url, init.body, init.headers, init.credentials, init.redirect])).toEqual([
    [service.url, JSON.stringify(conversation), { "content-type": "application/json" }, "omit", "error"],
  ]);
});

test.each([
  ["an invalid id", Response.json({ id: "../x?y" }), "protocol"],
  ["HTML", new Response("<html>"), "protocol"],
  ["a refusal", new Response("", { status: 413 }), "too-large"],
  ["a failure", new Response("", { status: 500 }), "server"],
])("a response of %s gives no link", async (_name, answer, code) => {
  const env = fakeEnvironment({ responses: [answer] });
  await expect(shareConversation(conversation, env, pageOf({ share: service }))).rejects.toMatchObject({ code });
});

test.each([
  [{}],
  [{ share: { ...service, link: "https://shr.example/" } }],
  [{ share: { ...service, url: "javascript:0" } }],
])("a page with %j has no service, and nothing is sent", async (config) => {
  const env = fakeEnvironment();
  await expect(shareConversation(conversation, env, pageOf(config))).rejects.toMatchObject({ code: "not-supported" });
  expect(env.calls).toEqual([]);
});

test.each([
  [404, undefined],
  [501, undefined],
  [429, "rate-limit"],
  [500, "server"],
])("a response of %s releases the connection", async (status, code) => {
  useAccess.getState().setReach({ relay: "/api" });
  const cancel = jest.fn();
  const env = fakeEnvironment({ responses: [new Response(new ReadableStream({ cancel }), { status })] });
  const read = await readSharedPage("a", env).catch((thrown: { code: string }) => thrown.code);
  expect(read).toBe(code);
  expect(cancel).toHaveBeenCalledTimes(1);
});
