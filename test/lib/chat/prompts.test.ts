import fc from "fast-check";
import { promptQuery } from "@/lib/chat/prompt-query";
import { isCompletePrompt, type Prompt, readPrompts, searchPrompts } from "@/lib/chat/prompts";

const prompt = (title: string, createdAt = 0): Prompt => ({
  id: title,
  title,
  content: `The text of ${title}`,
  createdAt,
});
const titles = (prompts: readonly Prompt[]) => prompts.map(({ title }) => title);

test("sorts stored prompts newest first, and skips invalid ones", () => {
  const stored = {
    a: { id: "a", isUser: true, title: "Older", content: "one", createdAt: 5 },
    b: { id: "b", isUser: true, title: "Newer", content: "two", createdAt: 9 },
    c: { id: "c", title: "Undated", content: "three" },
    d: { id: "d", title: "", content: "no title", createdAt: 10 },
    e: { id: "e", title: "No text", content: 7, createdAt: 11 },
    f: "no prompt",
    g: null,
  };
  expect(readPrompts(stored)).toEqual([
    { id: "e", title: "No text", content: "", createdAt: 11 },
    { id: "d", title: "", content: "no title", createdAt: 10 },
    { id: "b", title: "Newer", content: "two", createdAt: 9 },
    { id: "a", title: "Older", content: "one", createdAt: 5 },
    { id: "c", title: "Undated", content: "three", createdAt: 0 },
  ]);
});

test.each([
  ["A title", "A text", true],
  ["A title", " ", false],
  ["", "A text", false],
])("whether a prompt with the title %p and the text %p may be offered: %p", (title, content, isComplete) => {
  expect(isCompletePrompt({ id: "p", title, content, createdAt: 0 })).toBe(isComplete);
});

test.each([
  ["/", ""],
  ["/ act as ", "act as"],
  ["/act", "act"],
  [`/${"a".repeat(28)}`, "a".repeat(28)],
  [`/${"a".repeat(29)}`, undefined],
  [" /act", undefined],
  ["act /", undefined],
  ["", undefined],
])("searches %p for %p", (text, query) => {
  expect(promptQuery(text)).toBe(query);
});

describe("searching prompts", () => {
  const own = [prompt("My weekly report"), prompt("Act as a tutor")];
  const builtIn = [prompt("Reporter"), prompt("Write a report"), prompt("Rope tricks"), prompt("翻译助手")];

  test.each([
    ["", ["My weekly report", "Act as a tutor", "Reporter", "Write a report", "Rope tricks", "翻译助手"]],
    ["report", ["My weekly report", "Reporter", "Write a report"]],
    ["REP", ["My weekly report", "Reporter", "Write a report"]],
    ["report my", ["My weekly report"]],
    ["aat", ["Act as a tutor"]],
    ["助手", ["翻译助手"]],
    ["zebra", []],
  ])("%p finds these, the user's own and the closest matches first", (query, found) => {
    expect(titles(searchPrompts([own, builtIn], query))).toEqual(found);
  });

  test("a title that begins with the query comes before one that contains it", () => {
    const prompts = [prompt("A preport"), prompt("The report"), prompt("Report"), prompt("Reed pot art")];
    expect(titles(searchPrompts([prompts], "report"))).toEqual(["Report", "The report", "A preport", "Reed pot art"]);
  });

  test("letters in order count from the beginning of a word, and within words only if nothing else matches", () => {
    const prompts = [prompt("A preport"), prompt("The report"), prompt("Report"), prompt("Reed pot art")];
    expect(titles(searchPrompts([prompts], "rpt"))).toEqual(["The report", "Report", "Reed pot art"]);
    const builtIn = [prompt("English tutor")];
    const own = [prompt("Learning plan"), prompt("Week of dinners and shopping list")];
    expect(titles(searchPrompts([own, builtIn], "engl"))).toEqual(["English tutor"]);
    expect(titles(searchPrompts([own], "engl"))).toEqual(["Learning plan", "Week of dinners and shopping list"]);
  });

  test("every prompt is found by its whole title and by a beginning of it", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (title, length) => {
        const wanted = [prompt(title)];
        expect(searchPrompts([wanted], title)).toEqual(wanted);
        expect(searchPrompts([wanted], title.slice(0, length % (title.length + 1)))).toEqual(wanted);
      }),
    );
  });
});
