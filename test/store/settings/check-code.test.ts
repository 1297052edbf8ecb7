import { AppError } from "@/lib/errors";
import { checkCode } from "@/store/settings/check-code";
import { type FakeAnswer, fakeEnvironment } from "../../support/fake-environment";

/** What a check comes to: a word, or the code of the error. */
async function check(code: string, answer: FakeAnswer) {
  const env = fakeEnvironment({ responses: [answer] });
  const result = await checkCode(code, { relay: "/api" }, env).then(
    () => "right",
    (thrown: unknown) => (thrown instanceof AppError ? thrown.code : thrown),
  );
  return { result, calls: env.calls.map(({ url, init: { method, headers } }) => ({ url, method, headers })) };
}

test("sends the trimmed code to our own server", async () => {
  expect(await check(" open sesame ", new Response(null, { status: 204 }))).toEqual({
    result: "right",
    calls: [{ url: "/api/access", method: "POST", headers: { authorization: "Bearer nk-open sesame" } }],
  });
});

test.each([
  [401, "wrong-code"],
  [400, "wrong-code"],
  [429, "rate-limit"],
  [500, "server"],
  [200, "server"],
])("a response of %i means %s", async (status, result) => {
  expect((await check("x", new Response("", { status }))).result).toBe(result);
});

test.each(["code-expired", "code-invalid"])("the error %s of a server is returned", async (code) => {
  const answer = Response.json({ error: { code, message: "" } }, { status: 401 });
  expect((await check("x", answer)).result).toBe(code);
});

test.each([
  [401, "wrong-code"],
  [429, "rate-limit"],
  [502, "server"],
])("after a response of %i whose connection breaks, the error is %s", async (status, result) => {
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError("network error")) });
  expect((await check("x", new Response(broken, { status }))).result).toBe(result);
});

test("an unreachable server gives no result", async () => {
  const failing = () => {
    throw new TypeError("Failed to fetch");
  };
  expect((await check("x", failing)).result).toBe("network");
});

test.each(["", "  ", "开门", "two\nlines"])("does not send %j, which is not a code", async (code) => {
  expect(await check(code, new Response(null, { status: 204 }))).toEqual({ result: "wrong-code", calls: [] });
});

test("without a server, checks no code", async () => {
  const env = fakeEnvironment();
  await expect(checkCode("x", {}, env)).resolves.toBeUndefined();
  expect(env.calls).toEqual([]);
});
