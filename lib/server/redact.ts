import { joinBytes } from "@/lib/server/bytes";

/** Replaces secrets in a reply that comes in chunks. */
export interface Redactor {
  /** Returns what of the bytes so far may be passed on. A tail that may be the beginning of a secret waits. */
  pass(chunk: Uint8Array): Uint8Array;
  /** Returns what still waits when the reply is over. */
  end(): Uint8Array;
}

/** The text in place of a secret. */
const mask = "***";

/**
 * Returns every form in which a reply may quote a secret: as it is, escaped for addresses and for JSON, and in base64,
 * also as a part of a longer base64 text. Forms shorter than `minChars` are skipped: they are words of other texts too.
 */
export function secretForms(secrets: readonly string[], minChars: number): string[] {
  const whole = secrets.filter((secret) => secret.length >= minChars);
  const forms = whole.flatMap((secret) => {
    const escaped = encodeURIComponent(secret);
    const json = JSON.stringify(secret).slice(1, -1);
    return [
      secret,
      escaped,
      escaped.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
      new URLSearchParams({ secret }).toString().slice("secret=".length),
      json,
      json.replaceAll("/", "\\/"),
      ...base64Forms(secret),
    ];
  });
  // The longest first: one form may begin like another.
  return [...new Set(forms)].filter((form) => form.length >= minChars).sort((a, b) => b.length - a.length);
}

/** The base64 text of a secret depends on how many bytes stand before it; its ends also depend on what they are. */
function base64Forms(secret: string): string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  const inside = [0, 1, 2].map((before) => {
    const text = btoa("\0".repeat(before) + bytes);
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  const forms = [btoa(bytes), btoa(bytes).replace(/=+$/, ""), ...inside];
  return [...forms, ...forms.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"))];
}

/** Returns a text without the forms of secrets. */
export function redactText(text: string, forms: readonly string[]): string {
  return forms.reduce((redacted, form) => redacted.replaceAll(form, mask), text);
}

/**
 * Creates a redactor of forms as `secretForms` returns them.
 *
 * The search skips ahead as Horspool's does, over all forms at once: it looks at about one byte of sixteen in a reply
 * that quotes nothing.
 */
export function createRedactor(forms: readonly string[]): Redactor {
  const patterns = forms.map((form) => new TextEncoder().encode(form));
  const maskBytes = new TextEncoder().encode(mask);
  const longest = patterns[0]?.length ?? 0;
  const shortest = patterns.at(-1)?.length ?? 0;
  /** How far the search may move on when the last byte of its window is this one. */
  const shifts = new Uint16Array(256).fill(shortest);
  /** The bytes with which forms begin. */
  const isFirst = new Uint8Array(256);
  for (const pattern of patterns) {
    isFirst[pattern[0] ?? 0] = 1;
    for (let index = 0; index < shortest; index++) {
      const byte = pattern[index] ?? 0;
      shifts[byte] = Math.min(shifts[byte] ?? 0, shortest - 1 - index);
    }
  }
  let waiting = new Uint8Array();

  /** Returns true if a pattern, or the part of it that fits before the end of the bytes, is at a position. */
  function stands(pattern: Uint8Array, bytes: Uint8Array, at: number): boolean {
    const end = Math.min(pattern.length, bytes.length - at);
    for (let index = 0; index < end; index++) if (bytes[at + index] !== pattern[index]) return false;
    return true;
  }

  /** Returns where a tail begins that may be the beginning of a secret. */
  function tailFrom(bytes: Uint8Array, from: number): number {
    for (let at = Math.max(from, bytes.length - longest + 1); at < bytes.length; at++) {
      if (!isFirst[bytes[at] ?? 0]) continue;
      if (patterns.some((pattern) => pattern.length > bytes.length - at && stands(pattern, bytes, at))) return at;
    }
    return bytes.length;
  }

  function redact(bytes: Uint8Array, isOver: boolean): Uint8Array {
    const pieces: Uint8Array[] = [];
    let passed = 0;
    let at = 0;
    let end = bytes.length;
    while (at + shortest <= bytes.length) {
      const shift = shifts[bytes[at + shortest - 1] ?? 0] ?? 1;
      const found = shift === 0 ? patterns.find((pattern) => stands(pattern, bytes, at)) : undefined;
      if (found === undefined) {
        at += shift || 1;
      } else if (found.length <= bytes.length - at) {
        pieces.push(bytes.subarray(passed, at), maskBytes);
        at += found.length;
        passed = at;
      } else if (isOver) {
        const whole = patterns.find((pattern) => pattern.length <= bytes.length - at && stands(pattern, bytes, at));
        if (whole) {
          pieces.push(bytes.subarray(passed, at), maskBytes);
          passed = at + whole.length;
        }
        at += whole?.length ?? 1;
      } else {
        end = at;
        break;
      }
    }
    if (!isOver) end = Math.min(end, tailFrom(bytes, passed));
    waiting = bytes.slice(end);
    if (pieces.length === 0) return bytes.subarray(0, end);
    return joinBytes([...pieces, bytes.subarray(passed, end)]);
  }

  return {
    pass: (chunk) => redact(waiting.length === 0 ? chunk : joinBytes([waiting, chunk]), false),
    end: () => redact(waiting, true),
  };
}
