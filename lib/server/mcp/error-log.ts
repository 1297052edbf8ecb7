import { mask } from "@/lib/server/mcp/mcp-config";

/** The last lines that a process wrote to its error output. */
export interface ErrorLog {
  append(text: string): void;
  /** Returns a text with the secrets masked. */
  masked(text: string): string;
  lines(): readonly string[];
}

const maxLines = 200;
const maxLineChars = 1_000;
/** How much of a line without an end is kept; more than is shown, so that a secret is whole when it is masked. */
const maxPartChars = 20_000;
/** Shorter values, such as `1` or `on`, are no secrets, and to mask them would make every line unreadable. */
const minSecretChars = 4;

/** Makes a log of bounded size in which none of the given values stands. */
export function createErrorLog(values: readonly string[]): ErrorLog {
  const secrets = values
    .filter((value) => value.length >= minSecretChars)
    .sort((one, other) => other.length - one.length);
  const lines: string[] = [];
  let part = "";

  const masked = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, mask), text);
  const shown = (line: string) => masked(line.replace(/\r$/, "")).slice(0, maxLineChars);

  return {
    masked,
    append(text) {
      const [first = "", ...others] = text.split("\n");
      part = (part + first).slice(0, maxPartChars);
      for (const line of others) {
        lines.push(shown(part));
        part = line.slice(0, maxPartChars);
      }
      lines.splice(0, lines.length - maxLines);
    },
    lines: () => (part === "" ? [...lines] : [...lines, shown(part)]),
  };
}
