import { contentId } from "@/lib/import/content-id";
import type { Format, Imported, NotUnderstood } from "@/lib/import/imported";
import { isRecord, type JsonRecord, listOf } from "@/lib/json";

const languages = ["en", "tw", "cn"] as const;

/** Format of NextChat's prompt files: pairs of title and text, by language. */
export const nextChatPrompts: Format = {
  id: "nextchat-prompts",
  detects: (top) => isRecord(top) && languages.some((language) => isPair(listOf(top[language])[0])),
  read: (value) => readPrompts(isRecord(value) ? value : {}),
};

type Pair = readonly [string, string];

function isPair(value: unknown): value is Pair {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === "string");
}

function readPrompts(file: JsonRecord): Imported {
  const notUnderstood: NotUnderstood[] = [];
  const prompts = languages.flatMap((language) =>
    listOf(file[language]).flatMap((pair, place) => {
      if (isPair(pair)) return pair.includes("") ? [] : [promptOf(pair)];
      notUnderstood.push({ where: `${language}[${place}]`, reason: "wrong-shape" });
      return [];
    }),
  );
  const byId = Object.fromEntries(prompts.map((prompt) => [prompt.id, prompt]));
  return { format: "nextchat-prompts", chats: [], documents: { "prompt-store": { prompts: byId } }, notUnderstood };
}

/** Returns a prompt with an id from its contents. */
function promptOf([title, content]: Pair) {
  return { id: `nextchat:prompt:${contentId(title, content)}`, isUser: true, title, content, createdAt: 0 };
}
