/** @jest-environment jsdom */
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { IntlProvider } from "use-intl";
import { useCaptionLabel } from "@/components/shell/use-list-captions";
import { startOfDay, useListDate } from "@/components/use-dates";
import { useMessageTime } from "@/components/use-message-time";
import { english } from "../support/words";

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

const inLocale = (locale: string) => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <IntlProvider locale={locale} messages={english} timeZone={timeZone}>
      {children}
    </IntlProvider>
  ),
});

test.each([
  ["en", "Yesterday"],
  ["de", "Gestern"],
  ["fr", "Hier"],
  ["ja", "昨日"],
])("in %s, a row of yesterday says the same as its caption", (locale, yesterday) => {
  const date = new Date().setHours(12, 0, 0, 0) - 86_400_000;
  const row = renderHook(() => useListDate(date), inLocale(locale)).result.current;
  const caption = renderHook(() => useCaptionLabel(), inLocale(locale)).result.current;
  expect([row, caption({ kind: "yesterday" })]).toEqual([yesterday, yesterday]);
});

test.each([
  ["en-GB", "21:22", "14 Nov 2019"],
  ["en-US", "9:22 PM", "Nov 14, 2019"],
])("in %s, times and dates have the region's format", (locale, time, day) => {
  const date = new Date(2019, 10, 14, 21, 22).getTime();
  const shown = renderHook(() => [useMessageTime(date), useListDate(date)], inLocale(locale)).result.current;
  expect(shown.map((text) => text.replace(/\s/g, " "))).toEqual([time, day]);
});

test("a day starts at midnight by the computer's clock, also across months", () => {
  const evening = new Date(2026, 2, 1, 23, 59).getTime();
  expect([0, -1, -7].map((days) => startOfDay(evening, { days }))).toEqual([
    new Date(2026, 2, 1).getTime(),
    new Date(2026, 1, 28).getTime(),
    new Date(2026, 1, 22).getTime(),
  ]);
  expect(startOfDay(evening, { toMonth: true })).toBe(new Date(2026, 2, 1).getTime());
});

test("the start of a day is found without a date format, whose first use is slow", () => {
  const format = jest.spyOn(Intl, "DateTimeFormat");
  startOfDay(Date.now());
  expect(format).not.toHaveBeenCalled();
  format.mockRestore();
});
