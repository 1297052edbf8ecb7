import { type ReactNode, Suspense, useLayoutEffect } from "react";
import { lazyGroup } from "@/components/lazy-group";
import { brand } from "@/lib/platform/brand";
import { useUi } from "@/store/base/ui";
import { storeEarlyText } from "./early-text";
import styles from "./loading-screen.module.css";
import { Mark } from "./mark";

const SlowOpening = lazyGroup(() => import("./slow-opening")).component("SlowOpening");

interface LoadingScreenProps {
  readonly hasBrand: boolean;
  readonly path: string;
  /** The outline of the first screen, if this route has one. */
  readonly outline: ReactNode;
}

/**
 * The screen from the server's HTML until the stored data is read; it needs no loaded messages. It shows the brand once
 * that is known. New users see the outline of the first screen instead, unless loading takes long.
 */
export function LoadingScreen({ hasBrand, path, outline }: LoadingScreenProps) {
  const isOpeningSlowly = useUi((ui) => ui.isOpeningSlowly);
  return (
    <>
      {outline && !isOpeningSlowly && <Outline page={path === "/" ? "list" : "sheet"}>{outline}</Outline>}
      <main className={styles.boot}>
        {hasBrand && <h1 className={styles.name}>{brand.name}</h1>}
        {hasBrand ? <Mark className={styles.mark} /> : <span className={styles.mark} />}
        <span className={styles.line} role="status" aria-label={hasBrand ? brand.name : undefined} />
        <Suspense>{isOpeningSlowly && <SlowOpening />}</Suspense>
      </main>
    </>
  );
}

function Outline({ page, children }: { readonly page: string; readonly children: ReactNode }) {
  useLayoutEffect(() => storeEarlyText, []);
  return (
    <div className={styles.outline} data-page={page}>
      {children}
    </div>
  );
}
