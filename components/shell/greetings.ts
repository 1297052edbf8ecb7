import { type Greeting, greetingMark, greetingScript, jumpMark } from "@/lib/platform/first-greeting";
import { languageScript } from "@/lib/platform/first-language";
import { codeOfTag } from "@/locales/code-of-tag";
import { locales } from "@/locales/registry";

/**
 * Returns the script that greets new users. It contains the greetings of all languages, because the app loads the
 * messages of only one.
 */
export async function loadGreetingScript(): Promise<string> {
  const greetings = Object.entries(locales).map(async ([code, { tag, direction, load }]) => {
    const { chat, sidebarNav } = (await load()).default;
    const texts = { [greetingMark]: chat.greeting, [jumpMark]: sidebarNav.jump };
    const greeting: Greeting = { lang: new Intl.Locale(tag).baseName, dir: direction, texts };
    return [code, greeting] as const;
  });
  return greetingScript(Object.fromEntries(await Promise.all(greetings)), codeOfTag);
}

/** Returns the script that sets the document's language and direction before the first paint. */
export function firstLanguageScript(): string {
  const all = Object.entries(locales);
  const tags = Object.fromEntries(all.map(([code, { tag }]) => [code, new Intl.Locale(tag).baseName]));
  const rightToLeft = all.flatMap(([code, { direction }]) => (direction === "rtl" ? [code] : []));
  return languageScript({ tags, rightToLeft }, codeOfTag);
}
