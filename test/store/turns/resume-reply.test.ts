import type { ChatEvent } from "@/lib/chat/event";
import { withoutRepetition } from "@/store/turns/resume-reply";

const text = (content: string): ChatEvent => ({ type: "text-delta", text: content });
const thought = (content: string): ChatEvent => ({ type: "reasoning-delta", text: content });
const failure: ChatEvent = { type: "error", error: { kind: "network", code: null, message: "" } };
const end: ChatEvent = { type: "end" };

async function* each(events: readonly ChatEvent[]): AsyncGenerator<ChatEvent> {
  yield* events;
}

interface Case {
  readonly name: string;
  readonly shown: { readonly content: string; readonly reasoning?: string };
  readonly events: readonly ChatEvent[];
  readonly yielded: readonly ChatEvent[];
  readonly isStopped?: true;
}

const cases: Case[] = [
  {
    name: "nothing is shown yet",
    shown: { content: "" },
    events: [text("The "), text("tide"), end],
    yielded: [text("The "), text("tide"), end],
  },
  {
    name: "a part is shown, with a thought",
    shown: { content: "The", reasoning: "Hm" },
    events: [thought("Hm"), text("The "), text("tide"), end],
    yielded: [thought("Hm"), text("The "), text("tide"), end],
  },
  {
    name: "the reply ends with less than is shown, because it is counted in another way",
    shown: { content: "The tide" },
    events: [text("The "), end],
    yielded: [text("The "), end],
  },
  {
    name: "it cannot be resumed",
    shown: { content: "The tide" },
    events: [failure],
    yielded: [],
    isStopped: true,
  },
  {
    name: "it cannot be resumed, and nothing was shown",
    shown: { content: "" },
    events: [failure],
    yielded: [],
    isStopped: true,
  },
  {
    name: "it breaks off before what is shown",
    shown: { content: "The tide comes" },
    events: [text("The tide"), failure],
    yielded: [],
    isStopped: true,
  },
  {
    name: "it breaks off behind what is shown",
    shown: { content: "The tide" },
    events: [text("The tide"), text(" comes"), failure],
    yielded: [text("The tide"), text(" comes"), failure],
  },
];

test.each(cases)(
  "a resumed reply never gets shorter on screen: $name",
  async ({ shown, events, yielded, isStopped }) => {
    let stops = 0;
    const seen: ChatEvent[] = [];
    for await (const event of withoutRepetition(each(events), shown, () => stops++)) seen.push(event);
    expect(seen).toEqual(yielded);
    expect(stops).toBe(isStopped ? 1 : 0);
  },
);
