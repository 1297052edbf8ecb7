import { emptyReply, foldReply } from "@/lib/chat/reply";
import { usePlugins } from "@/store/tools/plugins";
import {
  called,
  chatWith,
  ended,
  pluginCalls,
  reply,
  resetEngine,
  said,
  sayingAll,
  streamed,
} from "../../support/engine-replies";
import { tides } from "../../support/tide-plugin";

/** The plugin, whose tool sends the argument `place`. */
const document = JSON.parse(tides.content);
document.paths["/tide"].get.parameters = [{ name: "place", in: "query", schema: {} }];

beforeEach(async () => {
  await resetEngine();
  usePlugins.setState({ own: [{ ...tides, content: JSON.stringify(document) }] });
});

const session = chatWith({ plugin: ["tides"] });

/** A part of the arguments of the first call. */
const more = (args: string) => ({
  choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: args } }] } }],
});

/** Runs a turn. The provider replies with one call, its arguments in pieces of 64,000 characters, and then with a text. */
async function callWith(args: string) {
  const pieces = args.match(/.{1,64000}/gs) ?? [];
  const answers = [
    streamed(called("tide", "call-a", ""), ...pieces.map(more), ended("tool_calls")),
    sayingAll("Done."),
  ];
  const { events, bodies } = await reply(answers, { session });
  const { error, text } = events.reduce(foldReply, emptyReply);
  const runs = events.flatMap((event) => (event.type === "tool-run" ? [event.run] : []));
  return { run: runs.at(-1), error, text, bodies };
}

test("arguments of 500,000 characters run the call, and are sent back completely", async () => {
  const args = JSON.stringify({ place: "x".repeat(500_000) });
  const { run, bodies } = await callWith(args);
  expect(run).toMatchObject({ state: "done", result: "At noon." });
  expect(pluginCalls.map((url) => url.length)).toEqual(["https://tides.test/tide?place=".length + 500_000]);
  expect(bodies[1].messages.at(-2).tool_calls[0].function.arguments).toBe(args);
});

test("arguments beyond the limit of a reply end it, and nothing runs", async () => {
  const { run, error, bodies } = await callWith(JSON.stringify({ place: "x".repeat(8_000_000) }));
  expect([run, error?.kind, bodies.length, pluginCalls]).toEqual([undefined, "too-large", 1, []]);
});

test.each<[string, string]>([
  ["that are cut off", `{"place":"${"x".repeat(300_000)}`],
  ["that are a list", "[1]"],
  ["that are nested 100,000 times", `{"place":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
  ["that are two objects", '{"place":"a"}{"place":"b"}'],
])("arguments %s are reported to the model, and nothing runs", async (_, args) => {
  const { run, text, bodies } = await callWith(args);
  expect([run?.problem, text, pluginCalls]).toEqual(["bad-arguments", "Done.", []]);
  expect(bodies[1].messages.at(-1)).toMatchObject({ role: "tool", tool_call_id: "call-a" });
});

test("parts of calls that are not calls are ignored", async () => {
  const odd = { choices: [{ delta: { tool_calls: [null, 7, { index: "first" }, { index: 1 }] } }] };
  const answers = [streamed(said("Wait."), odd, called("tide"), odd, ended("tool_calls")), sayingAll("Done.")];
  const { events } = await reply(answers, { session });
  expect(pluginCalls).toEqual(["https://tides.test/tide"]);
  expect(events.reduce(foldReply, emptyReply).error).toBeNull();
});
