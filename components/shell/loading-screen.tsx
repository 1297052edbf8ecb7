import { type ReactNode, Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";
import { brand } from "@/lib/platform/brand";
import { useUi } from "@/store/base/ui";
import styles from "./loading-screen.module.css";
import { Mark } from "./mark";

const SlowOpening = lazyWithWords(async () => (await import("./slow-opening")).SlowOpening);

interface LoadingScreenProps {
  readonly hasBrand: boolean;
  readonly path: string;
  /** The first screen in outline, where this page has one. */
  readonly outline: ReactNode;
}

/**
 * Stands from the server's HTML until the stored data has been read; it needs no words loaded. Whose app it is it
 * says once that is known. Somebody who is new here sees the first screen in outline instead, unless it takes long.
 */
export function LoadingScreen({ hasBrand, path, outline }: LoadingScreenProps) {
  const isOpeningSlowly = useUi((ui) => ui.isOpeningSlowly);
  return (
    <>
      {outline && !isOpeningSlowly && (
        <div className={styles.outline} data-page={path === "/" ? "list" : "sheet"} aria-hidden>
          {outline}
        </div>
      )}
      <main className={styles.boot}>
        {hasBrand && <h1 className={styles.name}>{brand.name}</h1>}
        {hasBrand ? <Mark className={styles.mark} /> : <span className={styles.mark} />}
        <span className={styles.line} role="status" aria-label={hasBrand ? brand.name : undefined} />
        <Suspense>{isOpeningSlowly && <SlowOpening />}</Suspense>
      </main>
    </>
  );
}
