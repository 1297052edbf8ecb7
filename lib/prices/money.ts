import { maxPrice } from "@/lib/prices/price";

/** An amount in millionths of a currency. */
export interface Money {
  /** ISO 4217 code. */
  readonly currency: string;
  readonly micros: number;
}

/** Sums of money by currency, in millionths. */
export type MoneyByCurrency = Readonly<Record<string, number>>;

/** Returns the sums with an amount added. Sums stay integers that a number holds exactly. */
export function addMoney(sums: MoneyByCurrency, { currency, micros }: Money): MoneyByCurrency {
  const sum = Math.min((sums[currency] ?? 0) + micros, Number.MAX_SAFE_INTEGER);
  return { ...sums, [currency]: sum };
}

/** Returns sums as a list, in order of their currency codes. */
export function moneyList(sums: MoneyByCurrency): Money[] {
  return Object.entries(sums)
    .map(([currency, micros]) => ({ currency, micros }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

/**
 * Reads an amount that a user has typed, with a point or a comma and up to six decimals; in millionths. Undefined if it
 * is not one, or ambiguous, such as `1,000`.
 */
export function readAmount(text: string): number | undefined {
  const [, whole, decimals = ""] = /^(\d{1,9})(?:[.,](\d{0,6}))?$/.exec(asciiDigits(text.trim())) ?? [];
  if (whole === undefined) return undefined;
  // A thousand in some languages, and one in others.
  if (/^[1-9]\d{0,2},\d{3}$/.test(asciiDigits(text.trim()))) return undefined;
  const micros = Number(whole + decimals.padEnd(6, "0"));
  return micros <= maxPrice ? micros : undefined;
}

/** Returns an amount as it is typed: with a point, without useless zeros. */
export function amountText(micros: number): string {
  const digits = String(micros).padStart(7, "0");
  const decimals = digits.slice(-6).replace(/0+$/, "");
  return decimals === "" ? digits.slice(0, -6) : `${digits.slice(0, -6)}.${decimals}`;
}

/** Formats an amount with the decimals of its currency. An amount of less than ten cents has two significant digits. */
export function formatMoney({ currency, micros }: Money, locale: string): string {
  const format = { style: "currency", currency } as const;
  const usual = new Intl.NumberFormat(locale, format);
  const smallest = 10 ** -(usual.resolvedOptions().maximumFractionDigits ?? 2);
  const amount = micros / 1_000_000;
  if (micros === 0 || amount >= 10 * smallest) return isolated(usual, amount);
  return isolated(new Intl.NumberFormat(locale, { ...format, maximumSignificantDigits: 2 }), amount);
}

/** Formats a price, with all its decimals. */
export function formatPrice({ currency, micros }: Money, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 6 });
  return isolated(format, micros / 1_000_000);
}

/** A character or mark of a script that is written from right to left. */
const rightToLeft = /[\u0590-\u08ff\u200f]/;

/**
 * Formats an amount. In languages that are written from right to left, the currency is isolated: otherwise `US$` is
 * displayed as `$US`.
 */
function isolated(format: Intl.NumberFormat, amount: number): string {
  const text = format.format(amount);
  if (!rightToLeft.test(text)) return text;
  const parts = format.formatToParts(amount);
  const marked = parts.map(({ type, value }) => (type === "currency" ? `\u2068${value}\u2069` : value));
  return `\u2067${marked.join("")}\u2069`;
}

/** The first digits of the numerals that users may type. */
const zeros = ["٠", "۰", "০"].map((zero) => zero.charCodeAt(0));

/** Replaces Arabic, Persian and Bengali digits, and the Arabic decimal sign. */
function asciiDigits(text: string): string {
  return text.replaceAll("٫", ".").replace(/[٠-٩۰-۹০-৯]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (zeros.find((zero) => code >= zero && code < zero + 10) ?? code));
  });
}
