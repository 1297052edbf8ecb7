import fc from "fast-check";
import { endpointOf, type Provider, routeOf, secretNames } from "@/lib/providers/provider";
import { providers as registry } from "@/lib/providers/registry";
import { relayRoute } from "@/lib/server/relay-route";
import { readServerConfig } from "@/lib/server/server-config";
import { type FakeCall, fakeEnvironment } from "../../support/fake-environment";
import { testServer } from "../../support/test-server";

const token = "token/of+the=place-that-gives-them";

/** Each provider with a server's key, with the variables of its key and the parts of the key. */
const keyed = Object.values<Provider>(registry)
  .filter((provider) => provider.relayed.length > 0 && !provider.isLocal && secretNames(provider).length > 0)
  .map((provider) => {
    const names = secretNames(provider).flatMap((name) => {
      const field = provider.fields[name];
      return field && "env" in field && field.env ? [field.env] : [];
    });
    const secrets = names.map((name) => `${name.toLowerCase()}/4711+with=signs`);
    const address = endpointOf(provider)?.env;
    const variables = {
      ...Object.fromEntries(names.map((name, index) => [name, secrets[index]])),
      ...(address ? { [address]: "https://gateway.example" } : {}),
    };
    return { provider, secrets, variables };
  });

/** Ways in which gateways quote what they were sent. */
const quotings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text),
  (text) => JSON.stringify(text).replaceAll("/", "\\/"),
  encodeURIComponent,
  (text) => btoa(text),
  (text) => btoa(`${text}:`),
  (text) => btoa(`u:${text}`).replaceAll("+", "-").replaceAll("/", "_"),
];

interface Quoting {
  readonly status: number;
  readonly quote: (text: string) => string;
  /** The length of the chunks of the reply, in bytes. */
  readonly chunkBytes: number;
}

/** Calls a provider that quotes every part of the call, and returns all that reaches the caller. */
async function quotedReply(
  { provider, secrets, variables }: (typeof keyed)[number],
  path: string,
  quoting: Quoting,
): Promise<{ reply: string; sent: string }> {
  let sent = "";
  const env = fakeEnvironment({
    now: 1_700_000_000_000,
    responses: ({ url, init }: FakeCall) => {
      if (url.includes("/oauth/")) return Response.json({ access_token: token, expires_in: 2_592_000 });
      const headers = Object.values({ ...(init.headers as Record<string, string>) });
      sent = [url, ...headers].join("\n");
      const quoted = [...secrets, token, ...headers, url].map(quoting.quote);
      const bytes = new TextEncoder().encode(`{"error":{"message":"${quoted.join(" , ")}"}}`);
      return new Response(inChunks(bytes, quoting.chunkBytes), {
        status: quoting.status,
        headers: {
          "content-type": "text/event-stream",
          "x-request-id": quoting.quote(secrets[0] ?? ""),
          "x-ratelimit-key": `Bearer ${secrets.at(-1)}`,
        },
      });
    },
  });
  const server = { ...testServer(env), config: readServerConfig(variables) };
  const segments = path === "" ? [] : path.split("/");
  const request = new Request(`http://chat.example/api/${[routeOf(provider), ...segments].join("/")}`, {
    method: "POST",
    ...(path.endsWith("audio/transcriptions") ? speechForm() : jsonBody),
  });
  const response = await relayRoute(request, routeOf(provider), segments, server);
  return { sent, reply: [await response.text(), ...[...response.headers].flat()].join("\n") };
}

const jsonBody = { headers: { "content-type": "application/json" }, body: '{"model":"m"}' };

/** The body of a call whose body is a form with a recording. */
function speechForm() {
  const body = new FormData();
  body.append("model", "m");
  body.append("file", new Blob(["sound"], { type: "audio/webm" }), "speech.webm");
  return { headers: { accept: "application/json" }, body };
}

function inChunks(bytes: Uint8Array, length: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + length));
      at += length;
    },
  });
}

const paths = keyed.flatMap((each) =>
  each.provider.relayed
    .filter((entry) => entry.startsWith("POST ") && !entry.includes("realtime/calls"))
    .map((entry) => ({ ...each, path: (entry.slice("POST ".length).split("?")[0] ?? "").replace(/\{\w+\}/g, "m") })),
);

test("calls every provider with a key", () => {
  expect(keyed.length).toBeGreaterThan(10);
});

test("no reply to a call with the operator's key contains a form of the key or of its token @A2.6", async () => {
  const quoting = fc.record({
    status: fc.constantFrom(200, 400, 403, 404, 429, 500, 503),
    quote: fc.constantFrom(...quotings),
    chunkBytes: fc.integer({ min: 1, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), quoting, async (each, how) => {
      const { reply, sent } = await quotedReply(each, each.path, how);
      expect(sent).not.toBe("");
      const secrets = [...each.secrets, ...(sent.includes(encodeURIComponent(token)) ? [token] : [])];
      for (const secret of secrets) {
        for (const quote of quotings.slice(0, 5)) {
          expect(reply).not.toContain(quote(secret).replace(/^"|"$|=+$/g, ""));
        }
      }
    }),
    { numRuns: 300 },
  );
});
