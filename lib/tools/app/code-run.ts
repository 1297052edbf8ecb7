import { isRecord } from "@/lib/json";

/** Languages that the app runs in a sandbox. */
export type CodeLanguage = "javascript" | "python";

/** A file that code can read. */
export interface CodeFile {
  /** A relative path. */
  readonly name: string;
  readonly text: string;
}

/** Code to run, with its files. */
export interface CodeRequest {
  readonly language: CodeLanguage;
  readonly code: string;
  readonly files: readonly CodeFile[];
}

/** A part of what code has shown, in order. */
export type CodeItem =
  /** Printed text. */
  | { readonly type: "text"; readonly text: string }
  /** The value of the last expression. */
  | { readonly type: "value"; readonly text: string }
  | { readonly type: "error"; readonly text: string }
  | { readonly type: "table"; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }
  /** The URL is a data URL. */
  | { readonly type: "picture"; readonly media: PictureType; readonly url: string };

type PictureType = "image/svg+xml" | "image/png";

/** Reasons that a run ended early: its time limit, the user, a broken engine, or files that could not be loaded. */
export type CodeProblem = "timeout" | "stopped" | "crashed" | "network";

/** The result of a run. */
export interface CodeOutcome {
  readonly items: readonly CodeItem[];
  readonly problem?: CodeProblem;
}

/** A message of the sandbox. */
export type CodeMessage =
  | { readonly type: "started" }
  | { readonly type: "item"; readonly item: CodeItem }
  /** The engine needs a file of a package before it starts the code. */
  | { readonly type: "file"; readonly name: string }
  | { readonly type: "end"; readonly hasCrashed: boolean };

/** Limits of what a run can show: numbers of items, characters, columns and rows. */
const limits = { items: 200, pictures: 8, text: 100_000, picture: 4_000_000, columns: 50, rows: 1000, cell: 1000 };

/** Parses a message of the sandbox, which is untrusted; undefined for anything that is not one. */
export function readCodeMessage(data: unknown): CodeMessage | undefined {
  if (!isRecord(data)) return undefined;
  if (data.type === "started") return { type: "started" };
  if (data.type === "end") return { type: "end", hasCrashed: data.problem !== undefined };
  if (data.type === "file") return typeof data.name === "string" ? { type: "file", name: data.name } : undefined;
  const item = readItem(data);
  return item && { type: "item", item };
}

function readItem({ type, text, columns, rows, ...picture }: Readonly<Record<string, unknown>>): CodeItem | undefined {
  if (type === "text" || type === "value" || type === "error") {
    return typeof text === "string" ? { type, text: text.slice(0, limits.text) } : undefined;
  }
  if (type === "table") return readTable(columns, rows);
  return type === "picture" ? readPicture({ ...picture, text }) : undefined;
}

function readTable(columns: unknown, rows: unknown): CodeItem | undefined {
  if (!Array.isArray(columns) || !Array.isArray(rows)) return undefined;
  const cells = (row: unknown) => (Array.isArray(row) ? row.slice(0, limits.columns).map(cellText) : []);
  return { type: "table", columns: cells(columns), rows: rows.slice(0, limits.rows).map(cells) };
}

function cellText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, limits.cell) : "";
}

/** Accepts SVG as text and PNG as base64. Both are only ever rendered as images. */
function readPicture({ media, text, base64 }: Readonly<Record<string, unknown>>): CodeItem | undefined {
  if (media === "image/svg+xml" && typeof text === "string" && text.length <= limits.picture) {
    return {
      type: "picture",
      media,
      url: `data:${media};charset=utf-8,${encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"))}`,
    };
  }
  if (media !== "image/png" || typeof base64 !== "string" || base64.length > limits.picture) return undefined;
  return /^iVBORw0KGgo[\w+/]*={0,2}$/.test(base64)
    ? { type: "picture", media, url: `data:${media};base64,${base64}` }
    : undefined;
}

/** Returns the items with one added: text continues the text before it, and what exceeds the limits is ignored. */
export function withItem(items: readonly CodeItem[], item: CodeItem): readonly CodeItem[] {
  const last = items.at(-1);
  if (item.type === "text" && last?.type === "text") {
    if (last.text.length >= limits.text) return items;
    return [...items.slice(0, -1), { type: "text", text: (last.text + item.text).slice(0, limits.text) }];
  }
  const isPicture = item.type === "picture";
  if (isPicture && items.filter(({ type }) => type === "picture").length >= limits.pictures) return items;
  return items.length < limits.items ? [...items, item] : items;
}

/** Returns what code has shown as text for the model; pictures are only named. */
export function textOfItems(items: readonly CodeItem[]): string {
  return items.map(itemText).join("\n").trim();
}

function itemText(item: CodeItem): string {
  switch (item.type) {
    case "text":
      return item.text.trimEnd();
    case "value":
      return `=> ${item.text}`;
    case "error":
      return item.text;
    case "table":
      return [item.columns, ...item.rows].map((row) => row.join("\t")).join("\n");
    case "picture":
      return `[The user sees a picture: ${item.media}]`;
  }
}
