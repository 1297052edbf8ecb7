import type { Page } from "@playwright/test";
import type { AnyLocaleCode } from "@/locales/registry";
import { wordsNotInLocales, wordsWithoutRoom } from "./word-room";

/** What is the same in every language: names, formats, what `Intl` writes, and what people, models and files say. */
const names: readonly RegExp[] = [
  /^(Parley|HTML|px|xAI|vLLM|llama\.cpp|LM Studio|Ollama|OpenAI(-TTS)?|Edge-TTS|Azure|Google|Anthropic|Baidu|ByteDance)$/,
  /^(Alibaba|Tencent|Moonshot|iFLYTEK|DeepSeek|ChatGLM|SiliconFlow|Stability|OpenRouter|Mistral|Groq|302\.AI|Wikipedia)$/,
  // Models.
  /^(Core|Ultra|SD 3)( ·.*)?$/,
  /^[a-z\d.]+([-:][a-z\d.]+)+$|^Doubao(-[a-z\d]+)+$/,
  // Formats of what is to be entered.
  /^https?:\/\//,
  /^(sk-|AIza)…$/,
  /^(\+name, -name, name=alias, name@provider, -all|name, name|Authorization|END, \\n\\n)$/,
  // Times, dates, sizes.
  /^\d{1,2}:\d\d [AP]M$|^[A-Z][a-z]+ (\d{1,2}, )?\d{4}$|^\d[\d.,]*\s(px|[kMG]?B)$|^Today$/,
  // The tags of the servers that can be added, which come with their list in English.
  /^(code|documentation|test|files|models|research|work|notes|thinking)$/,
  // What is said in the chats of the tests.
  /^(echo|look|tide|the spring( tide)?|endless words|markdown|reasons|limited|Tide clock|calls article_summary.*|article_summary)$/s,
  /^(\{.*\}|(gpt-4o-mini: )?You said: .*|data\.It has no messages\.)$/s,
];

/**
 * Returns what is wrong with the words of a page: in windows of some widths those that have no room, in lengthened English
 * in both directions and with those that no locale has.
 */
export async function wordFaults(page: Page, lang: AnyLocaleCode, widths: readonly number[]): Promise<string[]> {
  const isForTests = lang === "xa";
  const foreign = isForTests ? await page.evaluate(wordsNotInLocales) : [];
  const faults = foreign
    .filter((words) => !names.some((name) => name.test(words)))
    .map((words) => `in no locale: ${words}`);
  for (const width of widths) {
    await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 900 });
    for (const direction of isForTests ? ["ltr", "rtl"] : [undefined]) {
      await page.evaluate(turn, direction);
      const found = await page.evaluate(wordsWithoutRoom);
      faults.push(...found.map((fault) => `${width} px ${direction ?? ""}: ${fault}`));
    }
  }
  return faults;
}

/** In the page: sets its direction, which is all in which `xb` differs from `xa`, and waits until it is drawn. */
function turn(direction: string | undefined): Promise<void> {
  if (direction) document.documentElement.dir = direction;
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
