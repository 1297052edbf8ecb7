import { brand } from "@/lib/platform/brand";
import styles from "./loading-screen.module.css";
import { Mark } from "./mark";

/** Stands from the server's HTML until the stored data has been read; it needs no words loaded. */
export function LoadingScreen() {
  return (
    <main className={styles.boot}>
      <h1 className={styles.name}>{brand.name}</h1>
      <Mark className={styles.mark} />
      <span className={styles.line} role="status" aria-label={brand.name} />
    </main>
  );
}
