import { growReply } from "@/lib/chat/growing-reply";
import type { Message } from "@/lib/chat/message";
import { newProject } from "@/lib/chat/project";
import { readCost } from "@/lib/chat/reply-cost";
import type { ChatSession } from "@/lib/chat/session";
import { monthOf, projectSums, sumRows } from "@/lib/prices/ledger";
import { refuseOverBudget } from "@/store/costs/budget";
import { useCostSettings } from "@/store/costs/cost-settings";
import { ledger } from "@/store/costs/ledger";
import { useSpending } from "@/store/costs/spending";
import { createRecords } from "@/store/records/records";
import { largeTexts } from "@/store/records/text-store";
import { useAccess } from "@/store/settings/access";
import { useProjects } from "@/store/settings/projects";
import { usePlugins } from "@/store/tools/plugins";
import { useToolAsks } from "@/store/tools/tool-asks";
import { openReply } from "@/store/turns/engine";
import { completeForTool } from "@/store/turns/tool-completion";
import { sampleMessage, sampleSession, usualSettings } from "../../support/chat-samples";
import { type FakeAnswer, fakeEnvironment } from "../../support/fake-environment";
import { tabWithTides, tides } from "../../support/tide-plugin";

/** A day on which the stored prices hold. */
const at = new Date(2026, 9, 15, 12).getTime();

beforeEach(async () => {
  Object.assign(globalThis, tabWithTides());
  await Promise.all([usePlugins.whenRead(), useCostSettings.whenRead()]);
  usePlugins.setState({ own: [tides] });
  await largeTexts.update([], () => ({ "cost-month": null }));
  useCostSettings.setState({ prices: [], budget: undefined });
  useAccess.setState({ reach: { relay: "/api" }, accessCode: "letmein", flags: null });
});

/** The usage that the mock provider reports for a call. */
interface Billed {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cached?: number;
}

const usageOf = ({ cached = 0, ...usage }: Billed) => ({
  choices: [],
  usage: { ...usage, prompt_tokens_details: { cached_tokens: cached } },
});
const said = (content: string) => ({ choices: [{ index: 0, delta: { content } }] });
const ended = (finish_reason: string) => ({ choices: [{ index: 0, delta: {}, finish_reason }] });
const called = {
  choices: [{ index: 0, delta: { tool_calls: [{ index: 0, id: "a", function: { name: "tide", arguments: "{}" } }] } }],
};

function streamed(...chunks: readonly object[]): Response {
  const lines = [...chunks.map((chunk) => JSON.stringify(chunk)), "[DONE]"].map((data) => `data: ${data}\n\n`);
  return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
}

const chat = (id: string, settings: object = {}): ChatSession => {
  const session = sampleSession({ id });
  return { ...session, mask: { ...session.mask, plugin: ["tides"], modelConfig: { ...usualSettings, ...settings } } };
};

/** Asks for a reply, which is stopped at its first text if `isStopped`. Returns its message. */
async function reply(session: ChatSession, responses: readonly FakeAnswer[], isStopped = false): Promise<Message> {
  const env = { ...fakeEnvironment({ now: at, responses }), delay: async () => {} };
  const controller = new AbortController();
  const growing = growReply(sampleMessage({ id: "r", role: "assistant", content: "" }));
  const request = {
    model: session.mask.modelConfig.model,
    messages: [{ role: "user", content: "When?" }],
    stream: true,
  } as const;
  const events = openReply(
    session,
    request,
    { signal: controller.signal, thread: [] },
    { env, records: createRecords() },
  );
  for await (const event of events) {
    growing.add(event);
    if (isStopped && event.type === "text-delta") controller.abort();
  }
  return growing.finished({ now: at, stopped: isStopped });
}

/** The cost of a message in millionths; 0 without one. */
const microsOf = ({ cost }: Message) => readCost(cost ?? {}).micros ?? 0;

/** The price of gpt-4o-mini: 0.15, 0.075 cached, 0.60; per call rounded to a millionth. */
function billOf({ prompt_tokens, completion_tokens, cached = 0 }: Billed): number {
  return Math.floor((2 * ((prompt_tokens - cached) * 150 + cached * 75 + completion_tokens * 600) + 1000) / 2000);
}

test("the costs of 1,000 replies with retries, stops and tool rounds add up, by project as well", async () => {
  const unsubscribe = useToolAsks.subscribe(({ asks, decide }) => {
    for (const id of Object.keys(asks)) decide(id, "once");
  });
  const named = (id: string) => [id, newProject({ id, name: id, now: 1, others: [] })] as const;
  useProjects.setState({ byId: new Map([named("p0"), named("p1")]) });
  const byProject: Record<string, number> = {};
  let [expected, ofMessages, calls, stopped] = [0, 0, 0, 0];
  for (let index = 0; index < 1000; index++) {
    const first = { prompt_tokens: 100 + index * 7, completion_tokens: 20 + (index % 97), cached: (index % 5) * 10 };
    const second = { prompt_tokens: 180 + index * 7, completion_tokens: 11 + (index % 13) };
    const answer = (billed: Billed) => streamed(said("At noon."), ended("stop"), usageOf(billed));
    // The chat is moved between projects, and out of them: a deleted project counts as none.
    const projectId = ["p0", "p1", undefined, "gone"][Math.floor(index / 10) % 4];
    const session = { ...chat("s"), projectId };
    const before = ofMessages;
    const cost = async (responses: readonly FakeAnswer[]) => microsOf(await reply(session, responses));
    switch (index % 4) {
      case 0:
        ofMessages += await cost([answer(first)]);
        expected += billOf(first);
        calls += 1;
        break;
      case 1:
        // The first attempt fails without an answer, and is repeated by the user.
        expect(await reply(session, [new Response("{}", { status: 500 })])).not.toHaveProperty("cost");
        ofMessages += await cost([answer(first)]);
        expected += billOf(first);
        calls += 2;
        break;
      case 2:
        ofMessages += await cost([streamed(called, ended("tool_calls"), usageOf(first)), answer(second)]);
        expected += billOf(first) + billOf(second);
        calls += 2;
        break;
      default: {
        // The provider reports nothing of a stopped reply: its cost is estimated from the texts.
        const message = await reply(session, [streamed(said("At noon, but"), said(" later"), ended("stop"))], true);
        expect(message.cost).toEqual({ kind: "about", currency: "USD", micros: expect.any(Number) });
        ofMessages += microsOf(message);
        stopped += microsOf(message);
        calls += 1;
      }
    }
    const name = projectId === "p0" || projectId === "p1" ? projectId : "";
    byProject[name] = (byProject[name] ?? 0) + ofMessages - before;
  }
  unsubscribe();
  await ledger.readMonthOf(at);
  const months = await ledger.readAll();
  const sums = sumRows(months[monthOf(at)]?.rows ?? []);
  expect({ calls: sums.calls, estimated: sums.estimated, unknown: sums.unknown, money: sums.money }).toEqual({
    calls,
    estimated: 250,
    unknown: 0,
    money: { USD: expected + stopped },
  });
  expect(ofMessages).toBe(expected + stopped);
  const sumsOfProjects = projectSums(months[monthOf(at)]?.rows ?? []);
  expect(Object.fromEntries([...sumsOfProjects].map(([id, { money }]) => [id, money.USD]))).toEqual(byProject);
}, 240_000);

test("a reply of an unknown model has an unknown cost, and one of a local server has none", async () => {
  const billed = { prompt_tokens: 10, completion_tokens: 5 };
  const answer = () => streamed(said("At noon."), ended("stop"), usageOf(billed));
  expect((await reply(chat("s", { model: "tide-9" }), [answer()])).cost).toEqual({ kind: "unknown" });
  expect(await reply(chat("s", { model: "llama", providerName: "LM Studio" }), [answer()])).not.toHaveProperty("cost");
  const own = { providerName: "", model: "llama", currency: "JPY", price: { input: 2e8, output: 4e8 } };
  useCostSettings.getState().setPrice(own);
  expect((await reply(chat("s", { model: "llama", providerName: "LM Studio" }), [answer()])).cost).toEqual({
    ...{ kind: "exact", currency: "JPY", micros: 4000 },
  });
  const rows = (await ledger.readMonthOf(at)).rows.map(({ model, calls, unknown, money }) => [
    model,
    calls,
    unknown,
    money,
  ]);
  expect(rows).toEqual([
    ["tide-9", 1, 1, {}],
    ["llama", 2, 0, { JPY: 4000 }],
  ]);
});

test("a text that a tool asks for is counted, too", async () => {
  const env = fakeEnvironment({
    now: at,
    responses: [streamed(said("Hi"), ended("stop"), usageOf({ prompt_tokens: 1000, completion_tokens: 100 }))],
  });
  const asked = { systemPrompt: "", messages: [{ role: "user", text: "Hello" }], maxTokens: 100 } as never;
  await completeForTool(chat("s"), asked, new AbortController().signal, env);
  await new Promise((resolve) => setTimeout(resolve));
  expect((await ledger.readMonthOf(at)).rows.map(({ calls, money }) => [calls, money])).toEqual([[1, { USD: 210 }]]);
});

describe("a budget", () => {
  const tide = { providerName: "OpenAI", model: "gpt-4o-mini" };
  const answer = () =>
    streamed(said("At noon."), ended("stop"), usageOf({ prompt_tokens: 1000, completion_tokens: 100 }));

  test("stops before anything is sent, once it is spent", async () => {
    useCostSettings.getState().setBudget({ currency: "USD", micros: 400 });
    expect((await reply(chat("s"), [answer()])).cost?.micros).toBe(210);
    // At 210 of 400 a reply may begin, although it exceeds the budget.
    expect((await reply(chat("s"), [answer()])).cost?.micros).toBe(210);
    await expect(reply(chat("s"), [])).rejects.toMatchObject({ code: "budget" });
    await expect(refuseOverBudget(tide, {}, { now: () => at })).rejects.toMatchObject({ code: "budget" });
    // A local model costs nothing.
    await refuseOverBudget({ ...tide, providerName: "LM Studio" }, { sessionId: "s" }, { now: () => at });
    // Another month has a budget of its own.
    await refuseOverBudget(tide, { sessionId: "s" }, { now: () => new Date(2026, 10, 1).getTime() });
  });

  test("lets a chat send once if the user allows it", async () => {
    useCostSettings.getState().setBudget({ currency: "USD", micros: 1 });
    await reply(chat("s"), [answer()]);
    useSpending.getState().allowOnce("s");
    await expect(reply(chat("other"), [])).rejects.toMatchObject({ code: "budget" });
    expect((await reply(chat("s"), [answer()])).cost?.micros).toBe(210);
    await expect(reply(chat("s"), [])).rejects.toMatchObject({ code: "budget" });
  });

  test("of a project stops the chats of this project only, and titles, too", async () => {
    const budget = { currency: "USD", micros: 400 };
    const project = { ...newProject({ id: "p", name: "Tides", now: 1, others: [] }), budget };
    useProjects.setState({ byId: new Map([["p", project]]) });
    const inProject = { ...chat("s"), projectId: "p" };
    await reply(chat("other"), [answer()]);
    await reply(inProject, [answer()]);
    expect((await reply(inProject, [answer()])).cost?.micros).toBe(210);
    await expect(reply(inProject, [])).rejects.toMatchObject({ code: "budget" });
    await expect(refuseOverBudget(tide, { project }, { now: () => at })).rejects.toMatchObject({ code: "budget" });
    expect((await reply(chat("other"), [answer()])).cost?.micros).toBe(210);
    useSpending.getState().allowOnce("s");
    expect((await reply(inProject, [answer()])).cost?.micros).toBe(210);
    await expect(reply(inProject, [])).rejects.toMatchObject({ code: "budget" });
    // A chat that is moved out of the project is free of its budget; what it has cost stays with the project.
    expect((await reply({ ...inProject, projectId: undefined }, [answer()])).cost?.micros).toBe(210);
    const { rows } = await ledger.readMonthOf(at);
    expect([...projectSums(rows)].map(([id, { money }]) => [id, money])).toEqual([
      ["", { USD: 630 }],
      ["p", { USD: 630 }],
    ]);
  });

  test("of another currency does not stop", async () => {
    useCostSettings.getState().setBudget({ currency: "EUR", micros: 1 });
    await reply(chat("s"), [answer()]);
    expect((await reply(chat("s"), [answer()])).cost?.micros).toBe(210);
  });
});
