import { greetingMark } from "@/lib/platform/first-greeting";

/**
 * A new chat in outline, with its greeting, at the places where the app will draw it (`app/first-screen.css`). It stands
 * in the server's HTML unseen; a script says the greeting and shows it to somebody who is new here (`first-greeting.ts`).
 * The server alone draws it, so it costs the browser no code.
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
    </div>
  );
}
