"use client";
import { useEffect, useState } from "react";
import { brand } from "@/lib/platform/brand";
import { basePath, readBuildInfo } from "@/lib/platform/build-info";
import { copyText } from "@/lib/platform/clipboard";
import styles from "./error-screen.module.css";
import { useStaticWords } from "./static-words";

interface ErrorScreenProps {
  readonly error: Error & { readonly digest?: string };
}

/**
 * Stands in place of everything when a screen cannot be drawn. It uses no state of the app, no router and no words that
 * may have failed to load; nothing is cleared from here.
 */
export function ErrorScreen({ error }: ErrorScreenProps) {
  const words = useStaticWords("oops");
  const [isCopied, setCopied] = useState(false);
  const details = `${error.name}: ${error.message}\n${error.stack ?? ""}`;

  useEffect(() => console.error(error), [error]);

  async function copy() {
    const { version, commitHash } = readBuildInfo(document);
    await copyText(`${brand.name} ${version} ${commitHash}\n${details}`).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }

  return (
    <main className={styles.screen}>
      <div className={styles.content}>
        <h1>{words.title}</h1>
        <p>{words.reassurance}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <pre dir="ltr" tabIndex={0}>
          {details}
        </pre>
        <div className={styles.actions}>
          <button type="button" className={styles.solid} onClick={() => location.reload()}>
            {words.reload}
          </button>
          {/* A page of its own, not the app's: it must open where the app does not. */}
          <a href={`${basePath}/rescue/index.html`}>{words.saveData}</a>
          {brand.links.issues && (
            <a href={brand.links.issues} target="_blank" rel="noopener noreferrer">
              {words.report}
            </a>
          )}
          <button type="button" onClick={() => void copy()} data-done={isCopied || undefined}>
            {words.copyDetails}
          </button>
        </div>
      </div>
    </main>
  );
}
