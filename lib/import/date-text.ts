import { boundedMilliseconds } from "@/lib/fields/time";

/** Order of day and month in a date. */
export type DayOrder = "day-first" | "month-first";

/** A local time in an unknown time zone, in milliseconds as if it were UTC. */
export interface WrittenDate {
  /**
   * Times by the order of day and month. Both are equal if the text is unambiguous, and one is absent if it is
   * impossible.
   */
  readonly times: Readonly<Partial<Record<DayOrder, number>>>;
  /** Whether the text contains its time zone. */
  readonly isExact: boolean;
  /** The order that the style of the text suggests, if the numbers are ambiguous. */
  readonly defaultOrder: DayOrder;
}

/** Code points of the digit 0 in other scripts: Arabic, Persian, Devanagari, Bengali, full width. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10];

const afternoon = /下午|午後|晚上|中午|오후|\bp\.?\s?m\b|م|অপরাহ্ণ|μ\.?μ|\bCH\b/i;
const morning = /上午|午前|凌晨|早上|清晨|오전|\ba\.?\s?m\b|ص|পূর্বাহ্ণ|π\.?μ|\bSA\b/i;

/** A date and a time; the time may come first, as in Vietnamese. */
const dateNumbers =
  /(\d{4})\s?[./年-]\s?(\d{1,2})\s?[./月-]\s?(\d{1,2})(?!\d)|(?<!\d)(\d{1,2})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{4})(?!\d)/;
const clockNumbers = /(?<!\d)(\d{1,2})\s?[:.時时h]\s?(\d{2})(?:\s?[:.分]\s?(\d{2}))?/;
const isoText = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;

/** Parses a date that a browser formatted in any of NextChat's languages. */
export function readDateText(text: string): WrittenDate | undefined {
  // Longer than any date; bounds the work on malicious text.
  if (text.length > 80) return undefined;
  const plain = withPlainDigits(text).trim();
  if (isoText.test(plain)) return exact(boundedMilliseconds(Date.parse(plain)));
  const date = dateNumbers.exec(plain);
  if (!date) return undefined;
  const clock = clockOf(plain.replace(date[0], " "));
  if (clock === undefined) return undefined;
  const [, year, month, day, first, second, lastYear] = date.map(Number);
  const isUpperCase = /\b[AP]M\b/.test(plain);
  // With slashes and an upper-case AM or PM the text is American; other month-first locales are not known.
  const defaultOrder: DayOrder = isUpperCase && date[0].includes("/") ? "month-first" : "day-first";
  if (date[1] !== undefined)
    return written(timeOf(year, month, day, clock), timeOf(year, month, day, clock), defaultOrder);
  return written(timeOf(lastYear, second, first, clock), timeOf(lastYear, first, second, clock), defaultOrder);
}

/** Whether a text contains an exact time with its zone, so that parsing loses nothing. */
export function isExactDate(text: string): boolean {
  return isoText.test(text) && boundedMilliseconds(Date.parse(text)) > 0;
}

function exact(time: number): WrittenDate | undefined {
  if (time === 0) return undefined;
  return { times: { "day-first": time, "month-first": time }, isExact: true, defaultOrder: "day-first" };
}

function written(dayFirst: number | undefined, monthFirst: number | undefined, defaultOrder: DayOrder) {
  if (dayFirst === undefined && monthFirst === undefined) return undefined;
  return {
    times: {
      ...(dayFirst === undefined ? {} : { "day-first": dayFirst }),
      ...(monthFirst === undefined ? {} : { "month-first": monthFirst }),
    },
    isExact: false,
    defaultOrder,
  };
}

/** Returns the milliseconds since midnight; 0 for a date without a time. */
function clockOf(text: string): number | undefined {
  const clock = clockNumbers.exec(text);
  if (!clock) return 0;
  const [, hour = 0, minute = 0, second = 0] = clock.map((part) => Number(part ?? 0));
  const isAfternoon = afternoon.test(text);
  const hours = isAfternoon && hour < 12 ? hour + 12 : !isAfternoon && morning.test(text) && hour === 12 ? 0 : hour;
  // Some browsers formatted midnight as 24:00:00.
  if (hours > 24 || minute > 59 || second > 59) return undefined;
  return (((hours % 24) * 60 + minute) * 60 + second) * 1000;
}

function timeOf(year = 0, month = 0, day = 0, clock = 0): number | undefined {
  // Thai years are 543 ahead (Buddhist era). The chats are from this century.
  const common = year > 2400 ? year - 543 : year;
  if (common < 2000 || common > 2200 || month < 1 || month > 12 || day < 1) return undefined;
  const midnight = Date.UTC(common, month - 1, day);
  return new Date(midnight).getUTCDate() === day ? midnight + clock : undefined;
}

/** Replaces digits of other scripts by ASCII digits, unusual white space by spaces, and removes direction marks. */
function withPlainDigits(text: string): string {
  const digits = text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (zeros.findLast((zero) => zero <= code) ?? code));
  });
  return digits.replace(/[\u200e\u200f\u061c\u202a-\u202e]/g, "").replace(/[\s\u202f\u00a0]+/g, " ");
}
