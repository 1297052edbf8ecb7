/** The greeting for new users, with its language and direction. */
export interface Greeting {
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly text: string;
}

/** Returns our language code for a BCP 47 tag. It is converted to text, too. */
type CodeOfTag = (tag: string) => string | undefined;

/** Marks the heading in the server's HTML that greets new users. */
export const greetingMark = "data-greeting";

/**
 * Shows the greeting of the first screen to new users, in the first supported browser language. Without stored data
 * there can only be a new chat, so nothing needs to be loaded.
 *
 * It is converted to text and runs after the page's HTML, so it must not use anything from outside itself.
 */
function greet(mark: string, greetings: Readonly<Record<string, Greeting>>, codeOf: CodeOfTag): void {
  try {
    const heading = document.querySelector(`[${mark}]`);
    if (!heading || localStorage.length > 0) return;
    const codes = navigator.languages.map(codeOf);
    const code = codes.find((each) => each !== undefined && Object.hasOwn(greetings, each)) ?? "en";
    const { lang, dir, text } = greetings[code] as Greeting;
    const root = document.documentElement;
    root.lang = lang;
    root.dir = dir;
    root.dataset.new = "";
    heading.textContent = text;
  } catch {
    // Without storage, the app's mark is displayed until the app has started.
  }
}

/** Returns the greeting script, which follows the page's elements. */
export function greetingScript(greetings: Readonly<Record<string, Greeting>>, codeOf: CodeOfTag): string {
  return `(${greet.toString()})(${JSON.stringify(greetingMark)},${JSON.stringify(greetings)},${codeOf.toString()})`;
}
