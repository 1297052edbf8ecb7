import { shareRoute } from "@/lib/server/share-route";
import { fakeEnvironment } from "../../support/fake-environment";
import { testServer } from "../../support/test-server";

const conversation = { avatarUrl: null, items: [{ from: "human", value: "Why?" }] };
const service = { SHARE_URL: "https://share.example/api/conversations", SHARE_LINK: "https://shr.example/{id}" };

function share(env: ReturnType<typeof fakeEnvironment>, body: unknown, variables: Record<string, string> = service) {
  const request = new Request("http://0.0.0.0:3000/api/share", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer nk-open sesame", cookie: "a=b" },
    body: JSON.stringify(body),
  });
  return shareRoute(request, testServer(env, { CODE: "open sesame", ...variables }));
}

test("sends a conversation to the service unchanged, without the sender's headers, and links its id", async () => {
  const env = fakeEnvironment({ responses: [Response.json({ id: "aB-1" })] });
  const reply = await share(env, { ...conversation, more: "unasked" });
  expect([reply.status, await reply.json()]).toEqual([200, { link: "https://shr.example/aB-1" }]);
  expect(env.calls.map(({ url, init }) => [url, init.headers, init.body, init.redirect])).toEqual([
    [service.SHARE_URL, { "content-type": "application/json" }, JSON.stringify(conversation), "manual"],
  ]);
});

test.each([
  ["an invalid id", Response.json({ id: "../x?y" })],
  ["HTML", new Response("<html>")],
  ["an error", new Response("", { status: 500 })],
  ["a redirect", new Response("", { status: 302, headers: { location: "https://elsewhere.example" } })],
])("a response of %s gives no link", async (_name, answer) => {
  expect((await share(fakeEnvironment({ responses: [answer] }), conversation)).status).toBe(502);
});

test.each([[{}], [{ avatarUrl: null, items: [] }], [{ avatarUrl: null, items: [{ from: "root", value: "" }] }]])(
  "rejects %j as a conversation",
  async (body) => {
    expect((await share(fakeEnvironment(), body)).status).toBe(400);
  },
);

test("sends nothing without a code or without a service", async () => {
  const env = fakeEnvironment();
  expect((await share(env, conversation, { ...service, CODE: "other" })).status).toBe(401);
  expect((await share(env, conversation, { SHARE_URL: "", SHARE_LINK: "" })).status).toBe(404);
  expect(env.calls).toEqual([]);
});
