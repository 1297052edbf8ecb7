import { refuse } from "@/lib/server/error-response";
import { type Call, call, closeUpstreams, ok, own, start, statusAndBody } from "../../support/relay-calls";

afterEach(closeUpstreams);

test("reports an unreachable provider without its address", async () => {
  const { server, upstream } = await start(ok);
  await upstream.close();
  expect(await statusAndBody(await call(server, { headers: own }))).toEqual([
    502,
    { error: { code: "network", message: "The provider could not be reached." } },
  ]);
  expect(server.lines).toEqual([]);
});

test("keeps the kind of an error of the server's own proxy", async () => {
  const { server } = await start(ok);
  const env = { ...server.env, fetch: () => Promise.reject(refuse("misconfigured")) };
  expect(await statusAndBody(await call({ ...server, env }, { headers: own }))).toEqual([
    500,
    { error: { code: "server", message: "The server is not configured for this provider." } },
  ]);
});

test("no error response contains a key, a code, an address or a body @A2.6 @L6.1 @S5", async () => {
  const hidden = /hidden|127\.0\.0\.1|sk-|nk-/;
  const variables = {
    CODE: "hidden-code",
    ACME_API_KEY: "hidden-key",
    MAX_BODY_BYTES: "20",
    OPENAI_ORG_ID: "hidden-org",
  };
  const { server, upstream } = await start(
    (_, response) => void response.writeHead(302, { location: "/" }).end(),
    variables,
  );
  const right = { authorization: "Bearer nk-hidden-code" };
  const calls: Call[] = [
    {},
    { headers: { authorization: "Bearer nk-hidden-guess" } },
    { headers: { authorization: "Bearer sk-hidden, x" } },
    { path: "hidden/v1/models" },
    { path: "acme/other" },
    { method: "PUT" },
    { headers: { origin: "https://hidden.example" } },
    { headers: { ...right, "content-type": "text/hidden" } },
    { headers: right, body: "hidden hidden hidden hidden" },
    { headers: right },
  ];
  const statuses: number[] = [];
  const answers = async () => {
    for (const parts of calls) {
      const response = await call(server, parts);
      statuses.push(response.status);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.text()).not.toMatch(hidden);
    }
  };
  await answers();
  await upstream.close();
  await answers();
  expect(statuses).toEqual([
    401, 401, 400, 404, 403, 405, 403, 415, 413, 502, 401, 401, 400, 404, 403, 405, 403, 415, 413, 502,
  ]);
  expect(server.lines).toEqual([]);
});

test("returns an unexpected error without its message, and logs its location @H5.6 @L6.1", async () => {
  const { server } = await start(ok);
  const env = {
    ...server.env,
    delay: () => {
      throw new TypeError("hidden");
    },
  };
  const response = await call({ ...server, env }, { headers: own });
  expect(await statusAndBody(response)).toEqual([
    500,
    { error: { code: "unexpected", message: "Internal server error." } },
  ]);
  expect(server.lines).toHaveLength(1);
  expect(server.lines[0]).toMatch(/^API: unexpected TypeError\n\s+at /);
  expect(server.lines[0]).not.toContain("hidden");
});
