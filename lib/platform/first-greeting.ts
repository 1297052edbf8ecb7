/** What somebody who is new here reads first: the greeting, with its language and direction. */
export interface Greeting {
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly text: string;
}

/** Returns the code of a language by its tag (BCP 47). It is turned into text, too. */
type CodeOfTag = (tag: string) => string | undefined;

/** Marks the heading in the server's HTML that greets whom the browser knows nothing of yet. */
export const greetingMark = "data-greeting";

/**
 * Shows somebody who is new here what the first screen will say, in the first of the browser's languages that exists:
 * a new chat is all there can be, and nothing has to be read or loaded to know that.
 *
 * It is turned into text and runs once the page's HTML stands, so it may use nothing from outside itself.
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
    // A browser without storage sees the mark of the app until it is up.
  }
}

/** Returns the script that greets, behind the page's own elements. */
export function greetingScript(greetings: Readonly<Record<string, Greeting>>, codeOf: CodeOfTag): string {
  return `(${greet.toString()})(${JSON.stringify(greetingMark)},${JSON.stringify(greetings)},${codeOf.toString()})`;
}
