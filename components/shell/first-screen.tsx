import { greetingMark, jumpMark } from "@/lib/platform/first-greeting";

/**
 * The outline of a new chat with its greeting, or, on a phone's home page, of the list of chats with its search button,
 * in the layout of the app (`app/first-screen.css`). It is hidden in the server's HTML. A script (`first-greeting.ts`)
 * sets the texts and shows it to new users. It renders only on the server, so it adds no code to the browser.
 */
export function FirstScreen() {
  return (
    <div className="first-screen">
      <aside />
      <div className="first-sheet">
        <div className="first-head" />
        <div className="first-greeting">
          <h2 {...{ [greetingMark]: "" }} suppressHydrationWarning>
            {"\u00a0"}
          </h2>
          <p>{"\u00a0"}</p>
        </div>
        <div className="first-box" />
      </div>
      <div className="first-list">
        <div className="first-jump">
          <span {...{ [jumpMark]: "" }} suppressHydrationWarning>
            {"\u00a0"}
          </span>
        </div>
        <div className="first-box" />
      </div>
    </div>
  );
}
