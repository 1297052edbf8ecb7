import type { CodeRights, FoundCode } from "@/store/admin/admin-api";
import { codeFeatures } from "@/store/admin/admin-api";

/** Entries of the form that makes a code, as texts. */
export interface CodeDraft {
  readonly id: string;
  readonly name: string;
  readonly models: string;
  readonly providers: string;
  readonly features: readonly (typeof codeFeatures)[number][];
  /** Last day, such as `2027-01-31`. */
  readonly expires: string;
  readonly perMinute: string;
  readonly atOnce: string;
  readonly tokensPerDay: string;
  readonly tokensPerMonth: string;
  readonly moneyPerMonth: string;
  readonly isShort: boolean;
  /** The exact end of a code that is changed. It stays unless another day is chosen. */
  readonly formerEnd?: number;
}

/** A form without entries. Own keys need an explicit permission. */
export const emptyDraft: CodeDraft = {
  id: "",
  name: "",
  models: "",
  providers: "",
  features: codeFeatures.filter((feature) => feature !== "own-keys"),
  expires: "",
  perMinute: "",
  atOnce: "",
  tokensPerDay: "",
  tokensPerMonth: "",
  moneyPerMonth: "",
  isShort: false,
};

/** Returns the form for changing a code: the new one has the same id. */
export function draftOf({ id = "", kind, rights }: FoundCode): CodeDraft {
  const { name = "", models = "", providers = [], features = emptyDraft.features, expires } = rights ?? {};
  return {
    id,
    name,
    models,
    providers: providers.join(", "),
    features,
    expires: expires === undefined ? "" : lastDay(expires),
    perMinute: textOf(rights?.perMinute),
    atOnce: textOf(rights?.atOnce),
    tokensPerDay: textOf(rights?.tokensPerDay),
    tokensPerMonth: textOf(rights?.tokensPerMonth),
    moneyPerMonth: textOf(rights?.moneyPerMonth),
    isShort: kind === "short",
    ...(expires === undefined ? {} : { formerEnd: expires }),
  };
}

/** Returns the request for the code of a form. The server validates it. */
export function requestOf(draft: CodeDraft): Readonly<Record<string, unknown>> {
  const { id, name, models, providers, features, expires, formerEnd, isShort } = draft;
  const isSameDay = formerEnd !== undefined && expires === lastDay(formerEnd);
  const rights = {
    name: name.trim() || undefined,
    models: models.trim() || undefined,
    providers: providers.trim() === "" ? undefined : listOf(providers),
    features,
    expires: isSameDay ? formerEnd : expires || undefined,
    perMinute: numberOf(draft.perMinute),
    atOnce: numberOf(draft.atOnce),
    tokensPerDay: numberOf(draft.tokensPerDay),
    tokensPerMonth: numberOf(draft.tokensPerMonth),
    moneyPerMonth: numberOf(draft.moneyPerMonth),
  } satisfies { readonly [Name in keyof CodeRights]: unknown };
  return { id: id.trim() || undefined, rights, isShort };
}

/** Returns the code in a text, which can be a link with it. */
export function codeIn(text: string): string {
  const linked = /[?&#]code=([^&#\s]+)/.exec(text)?.[1];
  try {
    return linked === undefined ? text.trim() : decodeURIComponent(linked);
  } catch {
    return text.trim();
  }
}

/** Returns the link that applies a code on this site. */
export function linkOf(code: string, home: string): string {
  return `${home.replace(/\/+$/, "")}/#/?code=${encodeURIComponent(code)}`;
}

/** Returns the last day of a code, in UTC. */
function lastDay(expires: number): string {
  return new Date((expires - 1) * 1000).toISOString().slice(0, 10);
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** Returns the number of an entry; another text stays as it is, so that the server reports it. */
function numberOf(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}

function textOf(value: number | undefined): string {
  return value === undefined ? "" : String(value);
}
