import { Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";
import { brand } from "@/lib/platform/brand";
import { useUi } from "@/store/ui";
import styles from "./loading-screen.module.css";
import { Mark } from "./mark";

const SlowOpening = lazyWithWords(async () => (await import("./slow-opening")).SlowOpening);

/**
 * Stands from the server's HTML until the stored data has been read; it needs no words loaded. Whose app it is it
 * says once that is known.
 */
export function LoadingScreen({ hasBrand }: { readonly hasBrand: boolean }) {
  const isOpeningSlowly = useUi((ui) => ui.isOpeningSlowly);
  return (
    <main className={styles.boot}>
      {hasBrand && <h1 className={styles.name}>{brand.name}</h1>}
      {hasBrand ? <Mark className={styles.mark} /> : <span className={styles.mark} />}
      <span className={styles.line} role="status" aria-label={hasBrand ? brand.name : undefined} />
      <Suspense>{isOpeningSlowly && <SlowOpening />}</Suspense>
    </main>
  );
}
