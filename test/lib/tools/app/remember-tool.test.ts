import type { ToolReply, ToolRequest } from "@/lib/chat/tool-request";
import { rememberTool } from "@/lib/tools/app/remember-tool";
import { createRunCall } from "@/lib/tools/run-tool";

/** Calls the tool with a fact, and replies to its request. */
async function remember(fact: string, reply: ToolReply, isFull = false) {
  const saved: string[] = [];
  const asked: ToolRequest[] = [];
  const tool = rememberTool({
    name: "Parley",
    save: async (text) => {
      if (!isFull) saved.push(text);
      return !isFull;
    },
  });
  const run = createRunCall({
    tools: [tool],
    approve: async ({ runsUnasked }) => runsUnasked === true,
    ask: async (_tool, { request }) => {
      asked.push(request);
      return reply;
    },
    keep: async (media) => media,
  });
  const call = { id: "c1", name: "remember", argumentsText: JSON.stringify({ fact }) };
  const outcome = await run(call, { signal: new AbortController().signal, report: () => {} });
  return { outcome, saved, asked };
}

test("a proposed fact is shown as it is, and saved as the user leaves it", async () => {
  expect(await remember("Sails a\n ketch.", { action: "accept", values: { fact: "Sails a yawl. " } })).toEqual({
    asked: [{ type: "fact", text: "Sails a ketch." }],
    saved: ["Sails a yawl."],
    outcome: { text: "Saved: Sails a yawl." },
  });
});

test.each<ToolReply>([
  { action: "decline" },
  { action: "cancel" },
  { action: "accept", values: { fact: " " } },
  { action: "accept" },
])("nothing is saved without the user's consent: %j", async (reply) => {
  const { saved, outcome } = await remember("Sails.", reply);
  expect([saved, outcome]).toEqual([[], { text: "Nothing was saved.", problem: "refused" }]);
});

test("an empty or too long fact is not shown", async () => {
  const accepted = { action: "accept", values: { fact: "x" } } as const;
  for (const fact of [" ", "x".repeat(501)]) {
    const { asked, saved, outcome } = await remember(fact, accepted);
    expect([asked, saved, outcome.problem]).toEqual([[], [], "bad-arguments"]);
  }
});

test("a full list is reported", async () => {
  const { outcome } = await remember("Sails.", { action: "accept", values: { fact: "Sails." } }, true);
  expect(outcome).toEqual({ text: "Not saved: the list of facts is full.", problem: "failed" });
});
