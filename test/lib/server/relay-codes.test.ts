import { readServerConfig } from "@/lib/server/server-config";
import { bodyOf } from "../../support/local-upstream";
import { call, closeUpstreams, ok, own, start, statusAndBody } from "../../support/relay-calls";

afterEach(closeUpstreams);

describe("wrong codes", () => {
  const variables = { CODE: "right", ACME_API_KEY: "sk-server", TRUST_PROXY: "1" };
  const from = (address: string, code: string) => ({
    headers: { authorization: `Bearer nk-${code}`, "x-forwarded-for": address },
  });

  test("the sixth wrong code of a minute blocks all codes, even right ones, until the minute is over @A2.5", async () => {
    const { server, env, upstream } = await start(ok, variables);
    for (let count = 0; count < 5; count++)
      expect((await call(server, from("203.0.113.7", `guess-${count}`))).status).toBe(401);
    const sixth = await call(server, from("203.0.113.7", "guess-5"));
    expect([sixth.headers.get("retry-after"), ...(await statusAndBody(sixth))]).toEqual([
      "60",
      429,
      { error: { code: "rate-limit", message: "Too many wrong access codes. Try again later." } },
    ]);
    expect((await call(server, from("203.0.113.7", "right"))).status).toBe(429);
    expect((await call(server, from("203.0.113.8", "right"))).status).toBe(200);
    await env.advance(60_000);
    expect((await call(server, from("203.0.113.7", "right"))).status).toBe(200);
    expect(upstream.arrived).toHaveLength(2);
  });

  test("counts codes that arrive at the same time one by one", async () => {
    const { server } = await start(ok, variables);
    const guesses = Array.from({ length: 20 }, (_, index) => call(server, from("203.0.113.7", `guess-${index}`)));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(15).fill(429)]);
  });

  test("never counts right codes", async () => {
    const { server } = await start(ok, variables);
    const calls = Array.from({ length: 20 }, () => call(server, from("203.0.113.7", "right")));
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("without a declared proxy, a forged address does not reset the count @A2.5", async () => {
    const { server } = await start(ok, { ...variables, TRUST_PROXY: "" });
    for (let count = 0; count < 50; count++) {
      expect((await call(server, from(`203.0.113.${count}`, `guess-${count}`))).status).toBe(401);
    }
    expect((await call(server, from("198.51.100.1", "guess-50"))).status).toBe(429);
  });

  test("without a declared proxy, other clients' wrong codes do not block a right one", async () => {
    const { server } = await start(ok, { ...variables, TRUST_PROXY: "" });
    const guesses = Array.from({ length: 60 }, (_, index) => call(server, from("203.0.113.7", `guess-${index}`)));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect((await call(server, from("203.0.113.7", "right"))).status).toBe(200);
    expect((await call(server, from("203.0.113.7", "guess-60"))).status).toBe(429);
  });

  test("an old code that many devices send does not block a right one, and a code in use passes during guesses", async () => {
    const { server } = await start(ok, { ...variables, CODE: "right,other" });
    for (let count = 0; count < 20; count++) expect((await call(server, from("203.0.113.7", "old"))).status).toBe(401);
    expect((await call(server, from("203.0.113.7", "right"))).status).toBe(200);
    for (let count = 0; count < 6; count++) await call(server, from("203.0.113.7", `guess-${count}`));
    const statuses = ["right", "other", "old", "guess-9"].map(
      async (code) => (await call(server, from("203.0.113.7", code))).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 429, 401, 429]);
  });
});

describe("the offer of a voice conversation", () => {
  const path = "openai/v1/realtime/calls";
  const variables = { OPENAI_API_KEY: "sk-server", CODE: "right", CUSTOM_MODELS: "-all,+gpt-realtime-2.1" };
  const sdp = { authorization: "Bearer nk-right", "content-type": "application/sdp" };

  test("is sent to the operator's address with the short-lived key in place of the operator's", async () => {
    const heard: unknown[] = [];
    const { upstream, server } = await start(async (request, response) => {
      heard.push([request.url, request.headers.authorization, request.headers["content-type"], await bodyOf(request)]);
      response.writeHead(201, { "content-type": "application/sdp" }).end("v=0 answer");
    });
    const config = readServerConfig({ ...variables, BASE_URL: `${upstream.url}/gateway` });
    const response = await call(
      { ...server, config },
      { path, headers: { ...sdp, "x-realtime-secret": "ek-1" }, body: "v=0" },
    );
    expect([response.status, await response.text()]).toEqual([201, "v=0 answer"]);
    expect(heard).toEqual([["/gateway/v1/realtime/calls", "Bearer ek-1", "application/sdp", "v=0"]]);
  });

  test.each([
    ["without a short-lived key", sdp, 400],
    ["with two in one", { ...sdp, "x-realtime-secret": "a, b" }, 400],
    ["as JSON", { ...sdp, "x-realtime-secret": "ek-1", "content-type": "application/json" }, 400],
    ["without the access code", { "content-type": "application/sdp", "x-realtime-secret": "ek-1" }, 401],
    ["with an own key", { ...sdp, ...own, "x-realtime-secret": "ek-1" }, 403],
  ])("is rejected %s, and nothing is sent", async (_, headers, status) => {
    const { upstream, server } = await start(ok);
    const config = readServerConfig({ ...variables, BASE_URL: upstream.url });
    expect((await call({ ...server, config }, { path, headers, body: "v=0" })).status).toBe(status);
    expect(upstream.arrived).toEqual([]);
  });
});
