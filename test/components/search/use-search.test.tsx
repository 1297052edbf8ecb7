/** @jest-environment jsdom */
import { act, renderHook } from "@testing-library/react";
import { useSearch } from "@/components/search/use-search";
import { openSearch, type SearchResults } from "@/store/search/search";

jest.mock("@/store/search/search", () => ({ openSearch: jest.fn(() => ({ ask: jest.fn(), close: jest.fn() })) }));

const partial = { words: "tide", chats: [], foundCount: 1, isComplete: false } as unknown as SearchResults;
const whole = { ...partial, foundCount: 2, isComplete: true };

beforeEach(() => {
  jest.useFakeTimers();
  jest.mocked(openSearch).mockClear();
});
afterEach(() => jest.useRealTimers());

function search(words: string) {
  const hook = renderHook((now: string) => useSearch({ words: now, filter: {}, most: 12 } as never), {
    initialProps: words,
  });
  const [listener] = jest.mocked(openSearch).mock.calls[0] ?? [];
  return { ...hook, find: (results: SearchResults) => act(() => listener?.onResults(results)) };
}

test("a search that opens with the screen shows its results once all are found", () => {
  const { result, find } = search("tide");
  find(partial);
  expect(result.current.results).toBeUndefined();
  find(whole);
  expect(result.current.results).toBe(whole);
});

test("a search that takes longer shows the results so far, and then each change", () => {
  const { result, find } = search("tide");
  find(partial);
  act(() => jest.advanceTimersByTime(500));
  expect(result.current.results).toBe(partial);
  const more = { ...partial, foundCount: 3 };
  find(more);
  expect(result.current.results).toBe(more);
});

test("results of typed words are shown at once", () => {
  const { result, rerender, find } = search("");
  rerender("tide");
  find(partial);
  expect(result.current.results).toBe(partial);
});

test("results that were held back do not return after the words were cleared", () => {
  const { result, rerender, find } = search("tide");
  find(partial);
  rerender("");
  act(() => jest.advanceTimersByTime(500));
  rerender("ebb");
  expect(result.current.results).toBeUndefined();
});
