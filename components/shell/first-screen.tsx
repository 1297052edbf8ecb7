import { boxMark, greetingMark, jumpMark } from "@/lib/platform/first-greeting";

const headingId = "first-greeting";

/**
 * The outline of a new chat with its greeting, or, on a phone's home page, of the list of chats with its search button,
 * in the layout of the app (`app/first-screen.css`). It is hidden in the server's HTML. A script (`first-greeting.ts`)
 * sets the texts and shows it to new users. It renders only on the server, so it adds no code to the browser.
 *
 * Its message box works before the app does: the app takes over the text (`early-text.ts`). The greeting is its name,
 * because the page cannot contain the box's own name in 20 languages without more bytes.
 */
export function FirstScreen() {
  return (
    <div className="first-screen">
      <aside aria-hidden />
      <div className="first-sheet">
        <div className="first-head" />
        <div className="first-greeting" aria-hidden>
          <h2 id={headingId} {...{ [greetingMark]: "" }} suppressHydrationWarning>
            {"\u00a0"}
          </h2>
          <p>{"\u00a0"}</p>
        </div>
        <FirstBox />
      </div>
      <div className="first-list">
        <div className="first-jump" aria-hidden>
          <span {...{ [jumpMark]: "" }} suppressHydrationWarning>
            {"\u00a0"}
          </span>
        </div>
        <FirstBox />
      </div>
    </div>
  );
}

function FirstBox() {
  return (
    <div className="first-box">
      <textarea
        rows={1}
        aria-labelledby={headingId}
        enterKeyHint="send"
        autoComplete="off"
        {...{ [boxMark]: "" }}
        suppressHydrationWarning
      />
    </div>
  );
}
