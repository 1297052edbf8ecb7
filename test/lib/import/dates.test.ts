import { readDateText } from "@/lib/import/date-text";
import { readDates } from "@/lib/import/dates";

const afternoon = Date.UTC(2023, 8, 11, 15, 20, 11);

test.each([
  ["Chinese", "2023/9/11 15:20:11"],
  ["Chinese, with AM/PM", "2023/9/11 下午3:20:11"],
  ["Korean", "2023. 9. 11. 오후 3:20:11"],
  ["Swedish", "2023-09-11 15:20:11"],
  ["German", "11.9.2023, 15:20:11"],
  ["Czech", "11. 9. 2023 15:20:11"],
  ["Danish", "11.9.2023 15.20.11"],
  ["Indonesian", "11/9/2023, 15.20.11"],
  ["British", "11/09/2023, 15:20:11"],
  ["Australian", "11/09/2023, 3:20:11 pm"],
  ["Vietnamese", "15:20:11 11/9/2023"],
  ["Arabic", "\u200f١١\u200f/٩\u200f/٢٠٢٣، ٣:٢٠:١١ م"],
  ["Arabic, with Western digits", "11/09/2023 3:20:11 م"],
  ["Bengali", "১১/৯/২০২৩, ৩:২০:১১ pm"],
  ["ISO 8601", "2023-09-11T15:20:11.000Z"],
])("parses a date in the format: %s", (_language, text) => {
  expect(readDateText(text)?.times["day-first"]).toBe(afternoon);
});

test("assumes American order (month first) if one date suggests it", () => {
  const date = readDateText("9/11/2023, 3:20:11\u202fPM");
  expect(date).toMatchObject({ times: { "month-first": afternoon }, defaultOrder: "month-first", isExact: false });
});

test.each([
  ["noon", "9/11/2023, 12:00:00 PM", 12],
  ["midnight", "9/11/2023, 12:00:00 AM", 0],
  ["midnight as some browsers wrote it", "9/11/2023, 24:00:00", 0],
  ["Chinese noon", "2023/9/11 中午12:00:00", 12],
  ["Chinese small hours", "2023/9/11 凌晨12:00:00", 0],
])("parses the hour of %s", (_name, text, hour) => {
  expect(readDateText(text)?.times["month-first"]).toBe(Date.UTC(2023, 8, 11, hour));
});

test.each([
  "",
  "yesterday",
  "13/13/2023, 15:20:11",
  "31/2/2023 10:00:00",
  "1/1/1402",
  "x".repeat(1_000_000),
  "2023/9/11 25:00:00",
])("rejects a text that is not a date: %.20s", (text) => {
  expect(readDateText(text)).toBeUndefined();
});

const utc = { lastUpdate: undefined, zoneMinutes: 0 };

test("infers the order of day and month from a number above twelve anywhere in a chat", () => {
  expect(readDates(["05/03/2023, 10:00:00", "13/03/2023, 10:00:00"], utc)).toEqual([
    Date.UTC(2023, 2, 5, 10),
    Date.UTC(2023, 2, 13, 10),
  ]);
  expect(readDates(["03/05/2023, 10:00:00", "03/13/2023, 10:00:00"], utc)).toEqual([
    Date.UTC(2023, 2, 5, 10),
    Date.UTC(2023, 2, 13, 10),
  ]);
});

test("if both orders are possible, uses the one in which the dates ascend", () => {
  // By days first: 7 December, then 8 January. By months first: 12 July, then 1 August.
  expect(readDates(["07/12/2023, 10:00:00", "08/01/2023, 10:00:00"], utc)).toEqual([
    Date.UTC(2023, 6, 12, 10),
    Date.UTC(2023, 7, 1, 10),
  ]);
});

test("interprets a single ambiguous date so that it is on the day of the chat's last change", () => {
  const lastUpdate = Date.UTC(2023, 2, 5, 10);
  expect(readDates(["03/05/2023, 10:00:00"], { lastUpdate, zoneMinutes: 0 })).toEqual([lastUpdate]);
  expect(readDates(["05/03/2023, 10:00:00"], { lastUpdate, zoneMinutes: 0 })).toEqual([lastUpdate]);
});

test("infers the time zone of the exporting browser from the chat's last change", () => {
  // The clock on the wall said 15:20 where it was 7:20 in Greenwich.
  const lastUpdate = Date.UTC(2023, 8, 11, 7, 20, 11, 400);
  expect(readDates(["2023/9/11 15:19:00", "2023/9/11 15:20:11"], { lastUpdate, zoneMinutes: -300 })).toEqual([
    Date.UTC(2023, 8, 11, 7, 19),
    Date.UTC(2023, 8, 11, 7, 20, 11),
  ]);
});

test("uses the given time zone if the last change does not match any date", () => {
  const lastUpdate = Date.UTC(2024, 0, 1);
  expect(readDates(["2023/9/11 15:20:11"], { lastUpdate, zoneMinutes: 480 })).toEqual([
    Date.UTC(2023, 8, 11, 7, 20, 11),
  ]);
});

test("does not shift a date that contains its time zone", () => {
  expect(readDates(["2023-09-11T15:20:11Z"], { lastUpdate: undefined, zoneMinutes: 480 })).toEqual([afternoon]);
});

test("replaces an unreadable or out-of-order date with the previous one; the first one with the next one", () => {
  const dates = ["?", "2023/9/11 10:00:00", "2029/1/1 00:00:00", undefined, "2023/9/11 10:05:00", "2023/9/10 09:00:00"];
  const ten = Date.UTC(2023, 8, 11, 10);
  const later = Date.UTC(2023, 8, 11, 10, 5);
  expect(readDates(dates, { lastUpdate: later, zoneMinutes: 0 })).toEqual([ten, ten, ten, ten, later, later]);
});

test("uses the chat's last change for all messages if no date is readable", () => {
  expect(readDates(["", "x"], { lastUpdate: 7, zoneMinutes: 0 })).toEqual([7, 7]);
  expect(readDates(["", "x"], utc)).toEqual([undefined, undefined]);
});

test("treats numbers as timestamps: keeps milliseconds, converts other units, replaces invalid ones with a neighbour's", () => {
  const day = Date.UTC(2025, 5, 1);
  expect(readDates([day, day + 1], utc)).toEqual([day, day + 1]);
  expect(readDates([day / 1000, day * 1000, day * 1e6, 1e300, Number.NaN, -5], utc)).toEqual(Array(6).fill(day));
});
