import { voiceContext } from "@/lib/chat/voice-context";
import { sampleRecord, sampleSession } from "../../support/chat-samples";

const session = sampleSession({ id: "s1" });
const said = (id: string, given: object) => sampleRecord({ id, sessionId: "s1", seq: 1, ...given });
const withContext = {
  ...session,
  mask: {
    ...session.mask,
    context: [said("c1", { role: "system", content: "Be brief." }), said("c2", { role: "user", content: "Hello" })],
  },
};
const thread = [
  said("q1", { role: "user", content: "Why is the tide late?" }),
  said("r1", { role: "assistant", content: " " }),
  said("q2", {
    role: "user",
    content: [
      { type: "text", text: "And here?" },
      { type: "image_url", image_url: { url: "stored:1" } },
    ],
  }),
];

test("a voice call has the project's instructions before those of the mask, and what was said", () => {
  expect(voiceContext(withContext, thread, "Answer as a pilot.")).toEqual({
    instructions: "Answer as a pilot.\n\nBe brief.",
    said: [
      { role: "user", text: "Hello" },
      { role: "user", text: "Why is the tide late?" },
      { role: "user", text: "And here?" },
    ],
  });
});

test.each([
  ["no project", undefined],
  ["a project without instructions", " "],
])("in a chat of %s, it has the mask's instructions only", (_name, instructions) => {
  expect(voiceContext(withContext, [], instructions).instructions).toBe("Be brief.");
  expect(voiceContext(session, [], instructions)).toEqual({ instructions: "", said: [] });
});
