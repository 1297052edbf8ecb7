import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import { emptyReply, foldReply, type Reply } from "@/lib/chat/reply";
import type { ChatRequest, ModelMessage, ToolCall } from "@/lib/chat/request";
import type { ToolOutcome, ToolRun } from "@/lib/chat/tool";
import type { TurnRound } from "@/lib/chat/turn-round";
import { type RunCall, runTurn, type ToolLimits } from "@/lib/engine/run-turn";
import { fakeEnvironment } from "@/test/support/fake-environment";

const tide = { name: "tide", description: "Tides", parameters: { type: "object" } };
const request: ChatRequest = {
  model: "some-model",
  messages: [{ role: "user", content: "When is high water?" }],
  stream: true,
  tools: [tide],
};

const text = (words: string): ChatEvent => ({ type: "text-delta", text: words });
const end: ChatEvent = { type: "end" };
const round: ChatEvent = { type: "round" };
const call = (name: string, id?: string, argumentsText = "{}"): ChatEvent[] => [
  { type: "tool-call-start", name, ...(id && { id }) },
  { type: "tool-call-delta", argumentsText, ...(id && { id }) },
];
const run = (position: number, of: ToolRun): ChatEvent => ({ type: "tool-run", position, run: of });

interface Played {
  readonly rounds: readonly (readonly ChatEvent[])[];
  readonly outcome?: (call: ToolCall) => ToolOutcome | Promise<ToolOutcome>;
  readonly asked?: ChatRequest;
  readonly limits?: ToolLimits;
  readonly signal?: AbortSignal;
  readonly earlier?: readonly TurnRound[];
}

/** Plays rounds of a model and answers all events and all requests; a round beyond those given says "Done." */
async function play({ rounds, outcome = () => ({ text: "06:12" }), asked = request, limits, signal, earlier }: Played) {
  const env = fakeEnvironment({ clock: "instant" });
  const requests: ChatRequest[] = [];
  async function* open(next: ChatRequest) {
    yield* rounds[requests.push(next) - 1] ?? [text("Done."), end];
  }
  const runCall: RunCall = async (asks, { report }) => {
    report({ state: "running" });
    ran.push(asks.id);
    return outcome(asks);
  };
  const ran: string[] = [];
  const finished: TurnRound[] = [];
  const events: ChatEvent[] = [];
  const texts: string[] = [];
  const onRound = (reply: Reply) => texts.push(reply.text);
  const options = { request: asked, open, runCall, env, signal: signal ?? new AbortController().signal, onRound };
  const onFinishedRound = (round: TurnRound) => finished.push(round);
  const resumed = { earlier, onFinishedRound, ...(limits && { limits }) };
  for await (const event of runTurn({ ...options, ...resumed })) events.push(event);
  return { events, requests, texts, now: env.now(), ran, finished };
}

const results = ({ messages }: ChatRequest): ModelMessage[] => messages.filter(({ role }) => role === "tool");

test("a reply without tool calls is the whole turn", async () => {
  const { events, requests } = await play({ rounds: [[text("At six."), end]] });
  expect(events).toEqual([text("At six."), end]);
  expect(requests).toEqual([request]);
});

test("runs requested tools and sends their results back with the model's own text after 60 ms", async () => {
  const first: ChatEvent[] = [
    { type: "reasoning-delta", text: "Look it up." },
    { type: "replay-start", item: { kind: "signed", value: "s" } },
    text("Let me see."),
    { type: "tool-call-start", id: "c1", name: "tide", signature: "sig" },
    { type: "tool-call-delta", id: "c1", argumentsText: '{"at":1}' },
    end,
  ];
  const { events, requests, texts, now } = await play({ rounds: [first] });
  expect(texts).toEqual(["Let me see.", "Done."]);
  expect(events).toEqual([
    ...first,
    run(0, { state: "running" }),
    run(0, { state: "done", result: "06:12", ms: 0 }),
    round,
    text("Done."),
    end,
  ]);
  expect(requests[1]).toEqual({
    ...request,
    messages: [
      ...request.messages,
      {
        role: "assistant",
        content: "Let me see.",
        toolCalls: [{ id: "c1", name: "tide", argumentsText: '{"at":1}', signature: "sig" }],
        reasoning: "Look it up.",
        parts: [
          { type: "replay", item: { kind: "signed", value: "s" } },
          { type: "text", text: "Let me see." },
          { type: "call", call: { id: "c1", name: "tide", argumentsText: '{"at":1}', signature: "sig" } },
        ],
      },
      { role: "tool", callId: "c1", name: "tide", content: "06:12" },
    ],
  });
  expect(now).toBe(60);
});

test("sends a reply that its provider paused back as it came, at most as often as results", async () => {
  const item = { kind: "anthropic.server_tool", json: "{}" };
  const paused: ChatEvent[] = [
    text("Let me look."),
    { type: "replay-start", item },
    { type: "finish", finish: "paused", raw: "pause_turn" },
    end,
  ];
  const { tools: _none, ...asked } = request;
  const { requests, events } = await play({ rounds: [paused], asked });
  expect(requests).toEqual([
    asked,
    {
      ...asked,
      messages: [
        ...asked.messages,
        {
          role: "assistant",
          content: "Let me look.",
          toolCalls: [],
          parts: [
            { type: "text", text: "Let me look." },
            { type: "replay", item },
          ],
        },
      ],
    },
  ]);
  expect(events.slice(-3)).toEqual([round, text("Done."), end]);
  const limits = { rounds: 2, calls: 5, resultChars: 1000, imageChars: 1000 };
  expect((await play({ rounds: Array(9).fill(paused), asked, limits })).requests).toHaveLength(3);
});

test("runs the calls of a round in parallel, and sends the results in the order of the calls", async () => {
  const order: string[] = [];
  let release: () => void = () => {};
  const second = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { requests } = await play({
    rounds: [[...call("slow", "a"), ...call("quick", "b"), end]],
    outcome: async ({ name }) => {
      if (name === "slow") await second;
      order.push(name);
      release();
      return { text: name };
    },
  });
  expect(order).toEqual(["quick", "slow"]);
  expect(results(requests[1] as ChatRequest)).toMatchObject([{ content: "slow" }, { content: "quick" }]);
});

test("gives calls without an id unique ids, across all rounds", async () => {
  const { requests } = await play({
    rounds: [
      [...call("tide"), end],
      [...call("tide"), end],
    ],
  });
  expect(results(requests[2] as ChatRequest)).toMatchObject([{ callId: "call-0" }, { callId: "call-1" }]);
});

test("sends a failure back as an error with its message, and stores it with the call", async () => {
  const { events, requests } = await play({
    rounds: [[...call("tide", "c1"), end]],
    outcome: () => ({ text: "HTTP 503", problem: "failed" }),
  });
  expect(events).toContainEqual(
    run(0, { state: "failed", result: "HTTP 503", problem: "failed", isError: true, ms: 0 }),
  );
  expect(results(requests[1] as ChatRequest)).toEqual([
    {
      role: "tool",
      callId: "c1",
      name: "tide",
      content: "Error: The tool returned an error.\nHTTP 503",
      isError: true,
    },
  ]);
});

test("reports the web pages in a result as sources after the call's state", async () => {
  const sources = [{ url: "https://sea.example/", title: "Tides", quote: "Twice a day." }];
  const { events } = await play({ rounds: [[...call("tide", "a"), end]], outcome: () => ({ text: "Found", sources }) });
  expect(events.slice(3)).toEqual([
    run(0, { state: "running" }),
    run(0, { state: "done", result: "Found", ms: 0 }),
    { type: "tool-sources", sources },
    round,
    text("Done."),
    end,
  ]);
});

test("marks a call to an unknown tool and ends the turn", async () => {
  const { tools: _none, ...asked } = request;
  const { events, requests } = await play({ rounds: [[...call("tide", "c1"), end]], asked });
  expect(events.at(-1)).toEqual(run(0, { state: "failed", result: "", problem: "unknown-tool", isError: true }));
  expect(requests).toHaveLength(1);
});

/** Returns the number of each run. */
function counter() {
  let count = 0;
  const run = (): ToolOutcome => {
    count += 1;
    return { text: String(count) };
  };
  return Object.assign(run, { count: () => count });
}

const limits: ToolLimits = { rounds: 2, calls: 3, resultChars: 1000, imageChars: 100 };

test("after the last allowed round, notifies the model once and runs nothing more @T9.4", async () => {
  const again = [...call("tide", "c"), end];
  const counted = counter();
  const { events, requests } = await play({
    rounds: Array.from({ length: 9 }, () => again),
    outcome: () => counted(),
    limits,
  });
  expect(counted.count()).toBe(2);
  expect(requests).toHaveLength(4);
  expect(results(requests[3] as ChatRequest).map(({ content }) => content)).toEqual([
    "1",
    "2",
    "Error: The tool call limit for one reply is reached. Reply with what you know.",
  ]);
  expect(events.at(-1)).toEqual(run(3, { state: "failed", result: "", problem: "limit", isError: true }));
});

test("runs the first calls if there are more than allowed @T9.4", async () => {
  const many = ["a", "b", "c", "d", "e"].flatMap((id) => call("tide", id));
  const counted = counter();
  const { requests } = await play({
    rounds: [[...many, end]],
    outcome: () => counted(),
    limits,
  });
  expect(counted.count()).toBe(3);
  expect(results(requests[1] as ChatRequest)).toHaveLength(5);
});

test("stops running tools if the results are too long together @T9.4", async () => {
  const { requests } = await play({
    rounds: Array.from({ length: 9 }, () => [...call("tide", "c"), end]),
    outcome: () => ({ text: "x".repeat(1000) }),
    limits,
  });
  expect(requests).toHaveLength(3);
});

test("reads 64 of 10,000 calls, and runs 50 of them", async () => {
  const flood = Array.from({ length: 10_000 }, (_, place) => call("tide", `c${place}`)).flat();
  const counted = counter();
  const { requests } = await play({
    rounds: [[...flood, end]],
    outcome: () => counted(),
  });
  expect(counted.count()).toBe(50);
  expect(results(requests[1] as ChatRequest)).toHaveLength(64);
});

test("a stop while a tool runs ends the turn: its call is marked, and nothing is sent back", async () => {
  const controller = new AbortController();
  const { events, requests } = await play({
    rounds: [[...call("tide", "c1"), end]],
    outcome: () => {
      controller.abort();
      return { text: "", problem: "stopped" };
    },
    signal: controller.signal,
  });
  expect(events.at(-1)).toEqual(run(0, { state: "failed", result: "", problem: "stopped", isError: true, ms: 0 }));
  expect(requests).toHaveLength(1);
});

test("runs nothing after a reply that broke off", async () => {
  const broken: ChatEvent = { type: "error", error: { kind: "network", code: null, message: "" } };
  const { events, requests } = await play({ rounds: [[...call("tide", "c1"), broken]] });
  expect(events.at(-1)).toEqual(broken);
  expect(requests).toHaveLength(1);
});

test("sends images with their results up to the limit, except those of failed calls @T9.4", async () => {
  const image = (chars: number) => ({ type: "image/png", url: "x".repeat(chars) });
  const answers: Record<string, ToolOutcome> = {
    map: { text: "one", media: [image(60), image(50), image(30)] },
    chart: { text: "two", media: [image(10), image(1)] },
    broken: { text: "", problem: "failed", media: [image(1)] },
  };
  const { requests } = await play({
    rounds: [[...Object.keys(answers).flatMap((name) => call(name, name)), end]],
    outcome: ({ name }) => answers[name] ?? { text: "" },
    limits,
  });
  expect(results(requests[1] as ChatRequest)).toEqual([
    { role: "tool", callId: "map", name: "map", content: "one", images: ["x".repeat(60), "x".repeat(30)] },
    { role: "tool", callId: "chart", name: "chart", content: "two", images: ["x".repeat(10)] },
    {
      role: "tool",
      callId: "broken",
      name: "broken",
      content: "Error: The tool returned an error.",
      isError: true,
    },
  ]);
});

test("a finished round is recorded with its last states and its results, before the next request", async () => {
  const sources = [{ url: "https://sea.example/", title: "Tides" }];
  const first: ChatEvent[] = [text("Let me "), text("see."), ...call("tide", "a"), end];
  const { finished } = await play({ rounds: [first], outcome: () => ({ text: "Found", sources }) });
  expect(finished).toEqual([
    {
      events: [
        text("Let me see."),
        ...call("tide", "a"),
        end,
        run(0, { state: "done", result: "Found", ms: 0 }),
        { type: "tool-sources", sources },
      ],
      results: [{ role: "tool", callId: "a", name: "tide", content: "Found" }],
    },
  ]);
});

test("finished rounds need no tools, so a turn whose tools are gone goes on with its next round", async () => {
  const { finished } = await play({ rounds: [[...call("tide", "a"), end]] });
  const { tools: _gone, ...asked } = request;
  const { events, requests, ran } = await play({ rounds: [[text("At six."), end]], asked, earlier: finished });
  expect(events).toEqual([...(finished[0]?.events ?? []), round, text("At six."), end]);
  expect([requests.length, requests[0]?.messages.length, ran]).toEqual([1, 3, []]);
});

/** A round: what the model says, and how many calls it asks for. A paused one has none. */
const someRound = fc.record({
  words: fc.constantFrom("", "Let me see.", "One more."),
  isPaused: fc.boolean(),
  calls: fc.array(fc.constantFrom("tide", "moon", "unknown"), { maxLength: 3 }),
  isSigned: fc.boolean(),
});

/** The result of a call depends on its place only, so a call that ran twice would not be seen in the results. */
const someOutcome = fc.constantFrom<ToolOutcome>(
  { text: "06:12" },
  { text: "", problem: "failed" },
  { text: "x".repeat(600) },
  { text: "map", media: [{ type: "image/png", url: "y".repeat(60) }] },
  { text: "Found", sources: [{ url: "https://sea.example/", title: "Tides" }] },
);

test("a turn that is resumed before any of its rounds goes on as the whole one, and runs no call again", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someRound, { minLength: 1, maxLength: 6 }),
      fc.array(someOutcome, { minLength: 1, maxLength: 2 }),
      async (given, outcomes) => {
        const rounds = given.map(({ words, isPaused, calls, isSigned }, index): ChatEvent[] => [
          ...(isSigned ? [{ type: "replay-start", item: { kind: "signed", value: `${index}` } } as const] : []),
          ...(words ? [text(words)] : []),
          ...(isPaused
            ? [{ type: "finish", finish: "paused", raw: "pause_turn" } as const]
            : calls.flatMap((name, place) => call(name, `${index}-${place}`))),
          end,
        ]);
        const outcome = ({ id }: ToolCall) => outcomes[id.charCodeAt(0) % outcomes.length] ?? { text: "" };
        const whole = await play({ rounds, outcome, limits });
        const fold = (events: readonly ChatEvent[]) => events.reduce(foldReply, emptyReply);
        for (let begun = 0; begun <= whole.finished.length; begun++) {
          const earlier: TurnRound[] = JSON.parse(JSON.stringify(whole.finished.slice(0, begun)));
          const resumed = await play({ rounds: rounds.slice(begun), outcome, limits, earlier });
          expect(resumed.requests).toEqual(whole.requests.slice(begun));
          expect(fold(resumed.events)).toEqual(fold(whole.events));
          const idsBefore = earlier.flatMap(({ results: all }) => all.map(({ callId }) => callId));
          expect(resumed.ran).toEqual(whole.ran.filter((id) => !idsBefore.includes(id)));
          expect(resumed.finished).toEqual(whole.finished.slice(begun));
        }
      },
    ),
    { numRuns: 500 },
  );
});
