import type { Mask } from "@/lib/chat/mask";
import { maskSchema } from "@/lib/chat/mask-schema";
import type { Message, Role } from "@/lib/chat/message";
import { contentId } from "@/lib/import/content-id";
import type { Format, ImportContext, Imported } from "@/lib/import/imported";
import { paragraphs } from "@/lib/import/markdown";
import { isRecord, type JsonRecord, recordOf, stringOf } from "@/lib/json";
import * as z from "@/lib/zod";

const oldFields = ["name", "description", "personality", "scenario", "first_mes", "mes_example"];

/** Format of character cards of all three versions, which become masks. Images around cards are unpacked elsewhere. */
export const characterCard: Format = {
  id: "character-card",
  detects: (top) =>
    isRecord(top) &&
    (top.spec === "chara_card_v2" || top.spec === "chara_card_v3" || oldFields.every((field) => field in top)),
  read: readCard,
};

function readCard(value: unknown, context: ImportContext): Imported {
  const card = recordOf(value);
  // The first version has its fields at the root; later ones repeat them there.
  const fields = { ...card, ...recordOf(card.data) };
  const name = stringOf(fields.name);
  const read = { format: "character-card", chats: [], documents: {}, notUnderstood: [] } as const;
  if (name === "") return { ...read, notUnderstood: [{ where: "name", reason: "wrong-shape" }] };
  const mask = maskOf(fields, name, context);
  return { ...read, documents: { "mask-store": { masks: { [mask.id]: mask } } } };
}

function maskOf(fields: JsonRecord, name: string, { now, lang, modelConfig }: ImportContext): Mask {
  const text = (field: string) => named(stringOf(fields[field]), name);
  const character = paragraphs([text("description"), text("personality"), text("scenario")]);
  const system = text("system_prompt") || character;
  const said: (readonly [Role, string])[] = [
    ["system", system],
    ...examplesIn(text("mes_example"), name),
    ["assistant", text("first_mes")],
  ];
  const context = said
    .filter(([, content]) => content !== "")
    .map(([role, content], place): Message => ({ id: `${place}`, role, content, date: 0 }));
  const id = `character-card:${contentId(name, context)}`;
  return z.parse(maskSchema, { id, createdAt: now, name, context, lang, modelConfig, syncGlobalConfig: true });
}

/** Replaces the placeholders for names in a text; the user is called "User". */
function named(text: string, name: string): string {
  return text
    .replace(/\{\{char\}\}|<BOT>/gi, () => name)
    .replace(/\{\{user\}\}|<USER>/gi, "User")
    .trim();
}

/** Parses example dialogues: blocks start with `<START>`, lines with the speaker's name. */
function examplesIn(text: string, name: string): (readonly [Role, string])[] {
  const turns: [Role, string][] = [];
  for (const line of text.split("\n")) {
    if (/^<START>/i.test(line.trim())) continue;
    const role: Role | undefined = line.startsWith("User:")
      ? "user"
      : line.startsWith(`${name}:`)
        ? "assistant"
        : undefined;
    const last = turns.at(-1);
    if (role) turns.push([role, line.slice(line.indexOf(":") + 1).trim()]);
    else if (last && line.trim() !== "") last[1] = `${last[1]}\n${line}`;
  }
  return turns;
}
