import emptyChat from "@/components/chat/empty-chat.module.css";
import { greetingMark } from "@/lib/platform/first-greeting";
import shell from "./app-shell.module.css";
import styles from "./first-screen.module.css";
import loading from "./loading-screen.module.css";

/**
 * A new chat in outline, with its greeting, at the places where the app will draw it. It stands in the server's HTML
 * unseen; a script says the greeting and shows it to somebody who is new here (`first-greeting.ts`). The server alone
 * draws it, so it costs the browser no code.
 */
export function FirstScreen() {
  return (
    <div className={styles.screen}>
      <aside />
      <div className={shell.sheet}>
        <div className={styles.head} />
        <div className={emptyChat.empty}>
          <h2 {...{ [greetingMark]: "" }} suppressHydrationWarning>
            {"\u00a0"}
          </h2>
          <p>{"\u00a0"}</p>
          <div className={emptyChat.ways} />
        </div>
        <div className={styles.composer}>
          <span className={loading.line} />
        </div>
      </div>
    </div>
  );
}
