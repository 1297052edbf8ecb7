import { pinnedPrompt } from "@/lib/chat/pinned";
import { sampleMessage } from "../../support/chat-samples";

test("a message is pinned if the context has its role, text and images", () => {
  const image = (url: string) => ({ type: "image_url", image_url: { url } }) as const;
  const pinned = sampleMessage({ id: "p", content: [{ type: "text", text: "Look" }, image("stored:1")] });
  const context = [sampleMessage({ id: "o", content: "Other" }), pinned];
  expect(pinnedPrompt({ context }, { ...pinned, id: "m" })).toBe(pinned);
  expect(pinnedPrompt({ context }, { ...pinned, role: "assistant" })).toBeUndefined();
  expect(pinnedPrompt({ context }, { ...pinned, content: "Look" })).toBeUndefined();
  expect(pinnedPrompt({ context: [] }, pinned)).toBeUndefined();
});
