import { brand } from "@/lib/platform/brand";
import styles from "./loading-screen.module.css";
import { Mark } from "./mark";

/**
 * Stands from the server's HTML until the stored data has been read; it needs no words loaded. Whose app it is it
 * says once that is known.
 */
export function LoadingScreen({ hasBrand }: { readonly hasBrand: boolean }) {
  return (
    <main className={styles.boot}>
      {hasBrand && <h1 className={styles.name}>{brand.name}</h1>}
      {hasBrand ? <Mark className={styles.mark} /> : <span className={styles.mark} />}
      <span className={styles.line} role="status" aria-label={hasBrand ? brand.name : undefined} />
    </main>
  );
}
