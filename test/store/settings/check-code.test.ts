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

test("a code is sent to our own server, without the blanks around it", async () => {
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

test("an unreachable server does not decide about the code", async () => {
  const failing = () => {
    throw new TypeError("Failed to fetch");
  };
  expect((await check("x", failing)).result).toBe("network");
});

test.each(["", "  ", "开门", "two\nlines"])("%j is no code, and no server is asked", async (code) => {
  expect(await check(code, new Response(null, { status: 204 }))).toEqual({ result: "wrong-code", calls: [] });
});

test("without a server there is no code to check", async () => {
  const env = fakeEnvironment();
  await expect(checkCode("x", {}, env)).resolves.toBeUndefined();
  expect(env.calls).toEqual([]);
});
