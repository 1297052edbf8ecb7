import { mask } from "@/lib/server/mcp/mcp-config";

/** The last lines of a process's error output. */
export interface ErrorLog {
  append(text: string): void;
  /** Returns a text with the secrets masked. */
  masked(text: string): string;
  lines(): readonly string[];
}

const maxLines = 200;
const maxLineChars = 1_000;
/**
 * Maximum length of an incomplete line; longer than a displayed line, so that a secret is complete when it is masked.
 */
const maxPartChars = 20_000;
/** Minimum length of a secret: masking shorter values, such as `1` or `on`, would make every line unreadable. */
const minSecretChars = 4;

/** Creates a log of bounded size in which the given values are masked. */
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
