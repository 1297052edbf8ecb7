import { requestParts } from "@/lib/chat/context";
import { projectPromptId } from "@/lib/chat/project-prompt";
import { voiceContext } from "@/lib/chat/voice-context";
import { sampleMessage, sampleSession } from "../../support/chat-samples";
import { sampleMask } from "../../support/mask-samples";
import { sampleSurroundings } from "../../support/prompt-samples";

const instructions = "Answer in knots.";

/** Returns a chat of project `p` that came back from NextChat with the copy of the instructions. */
function chatWithCopy(content: string, projectId: string | undefined = "p") {
  const copy = sampleMessage({ id: projectPromptId("p"), role: "system", content });
  const own = sampleMessage({ id: "own", role: "system", content: "Be kind." });
  return sampleSession({
    id: "s",
    mask: sampleMask({ id: "m", context: [copy, own] }),
    ...(projectId && { projectId }),
  });
}

/** Returns the system texts of a request, and the instructions of a voice call. */
function sent(session: ReturnType<typeof chatWithCopy>, projectInstructions: string) {
  const context = { ...sampleSurroundings, projectInstructions };
  const turn = { session, history: [], question: sampleMessage({ id: "q", content: "Why?" }) };
  const parts = requestParts(turn, context).filter(({ kind }) => kind === "project" || kind === "pinned");
  const texts = parts.flatMap(({ messages }) => messages.map(({ content }) => content));
  return [texts, voiceContext(session, [], projectInstructions).instructions];
}

test("instructions that came back from NextChat as a prompt are sent once", () => {
  expect(sent(chatWithCopy(instructions), instructions)).toEqual([
    [instructions, "Be kind."],
    "Answer in knots.\n\nBe kind.",
  ]);
});

test.each([
  ["was edited", chatWithCopy("Answer in verse."), instructions, [instructions, "Answer in verse.", "Be kind."]],
  ["belongs to a project without instructions", chatWithCopy(instructions), " ", [instructions, "Be kind."]],
  ["is in a chat of another project", chatWithCopy(instructions, "q"), "Rhyme.", ["Rhyme.", instructions, "Be kind."]],
])("a prompt is sent that %s", (_name, session, projectInstructions, texts) => {
  expect(sent(session, projectInstructions)[0]).toEqual(texts);
});
