/** The first screen's texts for new users, with their language and direction. */
export interface Greeting {
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  /** The texts by the mark of their elements. */
  readonly texts: Readonly<Record<FirstMark, string>>;
}

type FirstMark = typeof greetingMark | typeof jumpMark;

/** Returns our language code for a BCP 47 tag. It is converted to text, too. */
type CodeOfTag = (tag: string) => string | undefined;

/** Marks the heading in the server's HTML that greets new users. */
export const greetingMark = "data-greeting";

/** Marks the text of the search button in the server's HTML, which the list of chats on a phone begins with. */
export const jumpMark = "data-jump";

/** Marks the message boxes in the server's HTML. */
export const boxMark = "data-first-box";

/**
 * Shows the outline of the first screen with its texts to new users, in the first supported browser language. Without
 * stored data there can only be a new chat, so nothing needs to be loaded.
 *
 * Enter makes the message box read-only: the app then sends the text as soon as it has started.
 *
 * It is converted to text and runs after the page's HTML, so it must not use anything from outside itself.
 */
function greet(greetings: Readonly<Record<string, Greeting>>, codeOf: CodeOfTag, boxes: string): void {
  try {
    if (localStorage.length > 0) return;
    const codes = navigator.languages.map(codeOf);
    const code = codes.find((each) => each !== undefined && Object.hasOwn(greetings, each)) ?? "en";
    const { lang, dir, texts } = greetings[code] as Greeting;
    const elements = Object.keys(texts).map((mark) => document.querySelector(`[${mark}]`));
    if (elements.includes(null)) return;
    const root = document.documentElement;
    root.lang = lang;
    root.dir = dir;
    root.dataset.new = "";
    for (const [index, text] of Object.values(texts).entries()) (elements[index] as Element).textContent = text;
    for (const box of document.querySelectorAll<HTMLTextAreaElement>(boxes)) {
      // On a phone, the focus would open the keyboard.
      if (box.offsetHeight > 0 && innerWidth > 600) box.focus();
      box.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
        if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        box.readOnly = box.value.trim() !== "";
      });
    }
  } catch {
    // Without storage, the app's mark is displayed until the app has started.
  }
}

/** Returns the greeting script, which follows the page's elements. */
export function greetingScript(greetings: Readonly<Record<string, Greeting>>, codeOf: CodeOfTag): string {
  return `(${greet.toString()})(${JSON.stringify(greetings)},${codeOf.toString()},"[${boxMark}]")`;
}
