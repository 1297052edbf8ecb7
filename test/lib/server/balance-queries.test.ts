import { endpointOf, type Provider, routeOf, secretNames } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { relayRoute } from "@/lib/server/relay-route";
import { readServerConfig } from "@/lib/server/server-config";
import type { Variables } from "@/lib/server/variables";
import { fakeEnvironment } from "@/test/support/fake-environment";
import { startUpstream } from "@/test/support/local-upstream";
import { readBalanceAnswers, readFixtures, type StreamFixture } from "@/test/support/stream-fixtures";
import { testServer } from "@/test/support/test-server";

const recordings = readFixtures().filter(({ kind }) => kind === "balance");
const withBalance = Object.values<Provider>(providers).filter(({ balance }) => balance);

/** The time of the recordings. */
const now = Date.parse("2026-11-20T10:00:00Z");

/** Returns the variables with the operator's address and key for a provider. */
function variablesFor({ fields }: Provider, url: string): Variables {
  const entries = Object.values(fields).flatMap((field) => {
    if (field.kind === "endpoint" && field.env) return [[field.env, url] as const];
    return field.kind === "secret" && field.env ? [[field.env, "sk-server"] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Sends a recorded balance query through the relay, to a server that responds as recorded. */
async function query({ provider: folder, body }: StreamFixture, variables: Variables, headers: HeadersInit) {
  const provider = withBalance.find((each) => routeOf(each) === folder);
  const codec = await provider?.balance?.();
  if (!provider || !codec) throw new Error(`There is no balance of ${folder}.`);
  const recorded = readBalanceAnswers(body);
  const upstream = await startUpstream(({ url }, response) => {
    const answer = recorded.find(({ path }) => `/${path}` === url);
    response.writeHead(answer?.status ?? 404, { "content-type": "application/json" }).end(answer?.body);
  });
  const publicUrl = endpointOf(provider)?.publicUrl ?? "";
  const env = fakeEnvironment({ responses: ({ url, init }) => fetch(url.replace(publicUrl, upstream.url), init) });
  const config = readServerConfig({ ...variablesFor(provider, upstream.url), ...variables });
  const server = { ...testServer(env), config };
  const baseUrl = `http://chat.example/api/${folder}`;
  const responses = [];
  for (const { method, url } of codec.buildRequests({ baseUrl, headers: {} }, now)) {
    const segments = new URL(url).pathname.split("/").slice(3);
    const response = await relayRoute(new Request(url, { method, headers }), folder, segments, server);
    responses.push({ status: response.status, body: await response.text() });
  }
  await upstream.close();
  return { recorded, responses, balance: codec.parseResponses(responses), arrived: upstream.arrived };
}

test("each provider with a balance has a recording, and one secret", () => {
  const folders = new Set(recordings.map(({ provider }) => provider));
  expect(withBalance.map(routeOf).filter((folder) => !folders.has(folder))).toEqual([]);
  expect(withBalance.map((provider) => secretNames(provider))).toEqual(withBalance.map(() => ["apiKey"]));
});

describe.each(recordings)("the balance query of $path", (recording) => {
  test("is refused with the operator's key unless it is allowed @C3.5", async () => {
    const { responses, arrived } = await query(recording, {}, {});
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 403));
    expect(arrived).toEqual([]);
  });

  test.each<[string, Variables, HeadersInit, string]>([
    ["the operator's key, if it is allowed", { ENABLE_BALANCE_QUERY: "1" }, {}, "sk-server"],
    ["a key of the user", {}, { authorization: "Bearer sk-own" }, "sk-own"],
  ])("is sent with %s", async (_, variables, headers, key) => {
    const { recorded, balance, arrived } = await query(recording, variables, headers);
    expect(arrived.map(({ url, headers: sent }) => [url, sent.authorization])).toEqual(
      recorded.map(({ path }) => [`/${path}`, `Bearer ${key}`]),
    );
    if (recording.outcome.error) expect(balance).toMatchObject(recording.outcome.error);
    else expect(balance).toEqual(recording.outcome);
  });
});
