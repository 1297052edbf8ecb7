import type { AppToolEnvironment } from "@/lib/tools/app/app-tool";
import { useUi } from "@/store/base/ui";
import { useDrafts } from "@/store/chats/drafts";
import { attachPage } from "@/store/tools/attach-page";
import { memoryStorage } from "../../support/memory-storage";

beforeAll(() => {
  Object.assign(globalThis, { localStorage: memoryStorage() });
});

function environment(content: string, type: string): AppToolEnvironment {
  const answer = { status: 200, type, bytes: new TextEncoder().encode(content), isCut: false, isRelayed: false };
  return {
    now: () => Date.UTC(2026, 10, 26),
    timeZone: "UTC",
    fetchPage: async () => ({ answer }),
    runCode: async () => ({ items: [] }),
    runTask: async () => ({ text: 'How "tea" works\nHot\n\n```\ncode\n```' }),
  };
}

test("attaches a page as a file with title, address and time", async () => {
  await attachPage("one", "https://example.com/tea#top", environment("<p>Hot", "text/html"));
  const block = [
    '````  title="How tea works"',
    "Web page: https://example.com/tea",
    "Read at: 2026-11-26T00:00:00.000Z",
    "",
    "Hot",
    "",
    "```",
    "code",
    "```",
    "````",
  ].join("\n");
  expect(useDrafts.getState().drafts.one?.texts).toEqual([block.replace("  title", " title")]);
  expect(useDrafts.getState().attaching.one).toBe(0);
});

test("a text without a title is named after the host", async () => {
  await attachPage("two", "https://example.com/a.txt", environment("Words", "text/plain"));
  expect(useDrafts.getState().drafts.two?.texts[0]).toMatch(/^```com title="example\.com"\nWeb page: /);
});

test.each(["http://localhost/", "https://example.com/image.png"])("reports %s, and attaches nothing", async (link) => {
  await attachPage("three", link, environment("x", "image/png"));
  expect(useDrafts.getState().drafts.three).toBeUndefined();
  expect(useUi.getState().toasts.at(-1)?.content).toEqual({ kind: "page-unreadable", address: link });
});
