import { joinBytes } from "@/lib/server/bytes";

/** Replaces secrets in a reply that arrives in chunks. */
export interface Redactor {
  /** Returns the bytes that can be forwarded. A tail that may be the start of a secret is held back. */
  pass(chunk: Uint8Array): Uint8Array;
  /** Returns the remaining bytes at the end of the reply. */
  end(): Uint8Array;
}

/** Replacement for a secret. */
const mask = "***";

/**
 * Returns every form in which a reply may quote a secret: literally, escaped for URLs and JSON, and in base64. The
 * base64 forms also match as a part of a longer base64 text. Forms shorter than `minChars` are skipped because they
 * occur in other texts.
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
  // Longest first, because one form may be a prefix of another.
  return [...new Set(forms)].filter((form) => form.length >= minChars).sort((a, b) => b.length - a.length);
}

/**
 * Returns base64 forms. They depend on the number of bytes before the secret; their ends also depend on the neighboring
 * bytes.
 */
function base64Forms(secret: string): string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  const inside = [0, 1, 2].map((before) => {
    const text = btoa("\0".repeat(before) + bytes);
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  const forms = [btoa(bytes), btoa(bytes).replace(/=+$/, ""), ...inside];
  return [...forms, ...forms.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"))];
}

/** Replaces all forms of secrets in a text. */
export function redactText(text: string, forms: readonly string[]): string {
  return forms.reduce((redacted, form) => redacted.replaceAll(form, mask), text);
}

/** Creates a redactor of forms from `secretForms`. */
export function createRedactor(forms: readonly string[]): Redactor {
  const search = new PatternSearch(forms.map((form) => new TextEncoder().encode(form)));
  const maskBytes = new TextEncoder().encode(mask);
  let waiting: Uint8Array = new Uint8Array();

  function redact(bytes: Uint8Array, isOver: boolean): Uint8Array {
    const pieces: Uint8Array[] = [];
    let passed = 0;
    const { matches, end } = search.findAll(bytes, isOver);
    for (const match of matches) {
      pieces.push(bytes.subarray(passed, match.start), maskBytes);
      passed = match.end;
    }
    const until = isOver ? end : Math.min(end, search.tailFrom(bytes, passed));
    waiting = bytes.slice(until);
    if (pieces.length === 0) return bytes.subarray(0, until);
    return joinBytes([...pieces, bytes.subarray(passed, until)]);
  }

  return {
    pass: (chunk) => redact(waiting.length === 0 ? chunk : joinBytes([waiting, chunk]), false),
    end: () => redact(waiting, true),
  };
}

interface Match {
  readonly start: number;
  readonly end: number;
}

/**
 * A search for several patterns at once, longest first: Horspool's algorithm, which reads about one byte in sixteen of
 * a reply without secrets.
 */
class PatternSearch {
  private readonly patterns: readonly Uint8Array[];
  private readonly longest: number;
  private readonly shortest: number;
  /** Distance that the search can advance, by the last byte of its window. */
  private readonly shifts: Uint16Array;
  /** First bytes of the patterns. */
  private readonly isFirst = new Uint8Array(256);

  constructor(patterns: readonly Uint8Array[]) {
    this.patterns = patterns;
    this.longest = patterns[0]?.length ?? 0;
    this.shortest = patterns.at(-1)?.length ?? 0;
    this.shifts = new Uint16Array(256).fill(this.shortest);
    for (const pattern of patterns) {
      this.isFirst[pattern[0] ?? 0] = 1;
      for (let index = 0; index < this.shortest; index++) {
        const byte = pattern[index] ?? 0;
        this.shifts[byte] = Math.min(this.shifts[byte] ?? 0, this.shortest - 1 - index);
      }
    }
  }

  /**
   * Returns the matches, in order, and the end of the searched bytes: before the end of a reply, a pattern may continue
   * in the next ones.
   */
  findAll(bytes: Uint8Array, isOver: boolean): { readonly matches: readonly Match[]; readonly end: number } {
    const { patterns, shortest, shifts } = this;
    const matches: Match[] = [];
    for (let at = 0; at + shortest <= bytes.length; ) {
      const shift = shifts[bytes[at + shortest - 1] ?? 0] ?? 1;
      const found = shift === 0 ? patterns.find((pattern) => stands(pattern, bytes, at)) : undefined;
      const isCut = found !== undefined && found.length > bytes.length - at;
      if (isCut && !isOver) return { matches, end: at };
      const whole = isCut ? this.wholeAt(bytes, at) : found;
      if (whole) matches.push({ start: at, end: at + whole.length });
      at += whole?.length ?? (shift || 1);
    }
    return { matches, end: bytes.length };
  }

  private wholeAt(bytes: Uint8Array, at: number): Uint8Array | undefined {
    return this.patterns.find((pattern) => pattern.length <= bytes.length - at && stands(pattern, bytes, at));
  }

  /** Returns the start of a tail that may be the start of a pattern. */
  tailFrom(bytes: Uint8Array, from: number): number {
    for (let at = Math.max(from, bytes.length - this.longest + 1); at < bytes.length; at++) {
      if (!this.isFirst[bytes[at] ?? 0]) continue;
      if (this.patterns.some((pattern) => pattern.length > bytes.length - at && stands(pattern, bytes, at))) return at;
    }
    return bytes.length;
  }
}

/** Whether a pattern, or the part of it before the end of the bytes, is at a position. */
function stands(pattern: Uint8Array, bytes: Uint8Array, at: number): boolean {
  const end = Math.min(pattern.length, bytes.length - at);
  for (let index = 0; index < end; index++) if (bytes[at + index] !== pattern[index]) return false;
  return true;
}
