import fc from "fast-check";
import { emptyReply, foldReply, outcomeOf, type Reply } from "@/lib/chat/reply";
import { openChat } from "@/lib/engine/open-chat";
import { recordOf } from "@/lib/json";
import { type Provider, routeOf } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { fakeEnvironment } from "../../support/fake-environment";
import { readFixtures, type StreamFixture, streamOf } from "../../support/stream-fixtures";

const fixtures = readFixtures();
const streams = fixtures.filter(
  ({ kind, transport, http }) => kind === "chat" && transport === "sse" && http.status === 200,
);

/** Recordings of OpenAI's Responses API have a folder of their own. */
function targetOf({ provider: folder }: StreamFixture): { provider: Provider; model: string } {
  const route = folder === "openai-responses" ? "openai" : folder;
  const provider = Object.values<Provider>(providers).find((each) => routeOf(each) === route);
  if (!provider) throw new Error(`There is no provider ${folder}.`);
  return { provider, model: folder === "openai-responses" ? "gpt-6-sol" : "any" };
}

async function receive(fixture: StreamFixture, text: string): Promise<Reply> {
  const { provider, model } = targetOf(fixture);
  const body = new TextEncoder().encode(text);
  const headers = { "content-type": fixture.http.contentType };
  const open = openChat({
    codec: await provider.chat(model),
    connection: { baseUrl: "https://provider.test", headers: {} },
    env: fakeEnvironment({ responses: [new Response(streamOf([body]), { headers })] }),
    signal: new AbortController().signal,
    timeoutMs: 60_000,
  });
  let reply = emptyReply;
  const request = { model, messages: [{ role: "user" as const, content: "Hello" }], stream: true };
  for await (const event of open(request)) reply = foldReply(reply, event);
  return reply;
}

/** Returns the events of a recorded stream, each with its blank line. */
function eventsOf({ body }: StreamFixture): string[] {
  const text = new TextDecoder().decode(body);
  return text.split(/(?<=\r?\n\r?\n)/);
}

/** Events of no known type, as later versions of an API may send them. */
const unknownEvents: Readonly<Record<string, string>> = {
  "an event of an unknown type": 'event: mystery\ndata: {"type":"mystery","value":{"a":[1]}}\n\n',
  "an unknown event of a known family": 'event: response.mystery\ndata: {"type":"response.mystery","index":9}\n\n',
  "a comment": ": still here\n\n",
  "an empty object": "data: {}\n\n",
  "a chunk without choices": 'data: {"object":"chat.completion.chunk","choices":[]}\n\n',
  "an unknown field of a stream": "id: 7\nretry: 10\nmystery: 1\n\n",
};

test.each(Object.entries(unknownEvents))("%s anywhere in a stream changes no reply", async (_name, event) => {
  for (const fixture of streams) {
    const events = eventsOf(fixture);
    const expected = await receive(fixture, events.join(""));
    // The last event may end the reply, and an error may end it earlier.
    for (const place of new Set([0, Math.floor(events.length / 2), events.length - 1])) {
      const given = await receive(fixture, events.toSpliced(place, 0, event).join(""));
      expect([fixture.path, place, given]).toEqual([fixture.path, place, expected]);
    }
  }
});

test("usage that arrives twice counts once", async () => {
  const counting = streams.filter(({ outcome }) => outcome.usage);
  let doubled = 0;
  for (const fixture of counting) {
    const events = eventsOf(fixture);
    // Other events with usage also have text.
    const place = events.findLastIndex((event) => /"choices":\s*\[\]|"type":\s*"message_delta"/.test(event));
    if (place < 0) continue;
    doubled++;
    const expected = await receive(fixture, events.join(""));
    const given = await receive(fixture, events.toSpliced(place, 0, events[place] ?? "").join(""));
    expect([fixture.path, given.usage, given.text]).toEqual([fixture.path, expected.usage, expected.text]);
  }
  expect(doubled).toBeGreaterThan(5);
});

test("events out of order, twice or cut give a reply that has ended", async () => {
  const order = fc.array(fc.nat(1000), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...streams), order, fc.nat(200), async (fixture, places, cut) => {
      const events = eventsOf(fixture);
      const chosen = places.map((place) => events[place % events.length] ?? "");
      const text = chosen.join("");
      const reply = await receive(fixture, text.slice(0, Math.max(0, text.length - cut)));
      const { finish } = outcomeOf(reply);
      expect(typeof finish).toBe("string");
      // A call without an id gets one before it runs.
      for (const { id, name } of reply.toolCalls) expect(id === null || typeof id === typeof name).toBe(true);
    }),
    { numRuns: 300 },
  );
});

const lists = fixtures.filter(({ kind, codec }) => kind === "models" && codec !== "ollama-tags");

/** Rows that no list should have. */
const brokenRows = [null, 7, "model", [], {}, { id: 3 }, { id: "" }, { id: null, name: {} }, { name: 9 }, { id: {} }];

test.each(lists)("$path with ten thousand broken rows gives its models", async (fixture) => {
  const { modelList } = targetOf(fixture).provider;
  if (!modelList) throw new Error("There is no list.");
  const list: unknown = JSON.parse(new TextDecoder().decode(fixture.body));
  const [name, rows] = Object.entries(recordOf(list)).find(([, value]) => Array.isArray(value)) ?? [];
  if (name === undefined || !Array.isArray(rows)) throw new Error("There are no rows.");
  const broken = Array.from({ length: 10_000 }, (_, index) => brokenRows[index % brokenRows.length]);
  const given = { ...recordOf(list), [name]: [...broken, ...rows.flatMap((row) => [row, ...brokenRows])] };
  expect(modelList.parseResponse(given)).toEqual(fixture.outcome.models);
  const abilities = await modelList.abilities?.();
  const told = (body: unknown) => abilities?.parseResponses(body, []);
  expect(told(given)).toEqual(told(list));
});
