"use client";
import { Bug, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Icon } from "@/components/ui/icon";
import { brand } from "@/lib/platform/brand";
import { brandOnce } from "@/lib/platform/brand-once";
import { basePath, readBuildInfo } from "@/lib/platform/build-info";
import { copyText } from "@/lib/platform/clipboard";
import { isLoadError } from "@/lib/platform/load-error";
import styles from "./error-screen.module.css";
import { useStaticMessages } from "./static-words";

interface ErrorScreenProps {
  readonly error: Error & { readonly digest?: string };
  /** The React components around the error. */
  readonly componentStack?: string | undefined;
}

/**
 * The screen shown if rendering fails. It uses no state of the app, no router, and no messages that may have failed to
 * load. Saving and clearing link to a page that does both without the app (public/rescue).
 */
export function ErrorScreen({ error, componentStack = "" }: ErrorScreenProps) {
  const words = useStaticMessages("oops");
  const issues = useIssuesLink();
  const [isCopied, setCopied] = useState(false);
  const isNotLoaded = isLoadError(error);
  const heading = `${error.name}: ${error.message}`;
  // In some browsers the stack begins with the text of the heading.
  const stack = [(error.stack ?? "").replace(heading, ""), componentStack]
    .map((part) => part.replace(/^\s*\n/, "").trimEnd())
    .join("\n\n");

  useEffect(() => console.error(error), [error]);

  async function copy() {
    const { version, commitHash } = readBuildInfo(document);
    await copyText(`${brand.name} ${version} ${commitHash}\n${heading}\n${stack}`).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }

  return (
    <main className={styles.screen}>
      <div className={styles.content}>
        <h1>{words.title}</h1>
        <p>{isNotLoaded ? words.notLoaded : words.reassurance}</p>
        {/* The name of a script explains nothing; "Copy details" contains it. */}
        {!isNotLoaded && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          <pre dir="ltr" tabIndex={0}>
            <strong>{heading}</strong>
            {`\n${stack}`}
          </pre>
        )}
        <div className={styles.actions}>
          <button type="button" className={styles.solid} onClick={() => location.reload()}>
            {words.reload}
          </button>
          {/* Not a route of the app: it must open even if the app does not. */}
          <a href={`${basePath}/rescue/index.html`}>{words.saveData}</a>
          {issues && (
            <a href={issues} target="_blank" rel="noopener noreferrer">
              <Icon glyph={Bug} size="small" />
              {words.report}
            </a>
          )}
          <button type="button" onClick={() => void copy()} data-done={isCopied || undefined}>
            <Icon glyph={Copy} size="small" />
            {words.copyDetails}
          </button>
          <a className={styles.clear} href={`${basePath}/rescue/index.html#clear`}>
            {words.clear}
          </a>
        </div>
        <p className={styles.hint}>{words.clearHint}</p>
      </div>
    </main>
  );
}

/**
 * Returns the operator's address for reports; empty until the brand is loaded, which a failing start does not wait for.
 */
function useIssuesLink(): string {
  const [issues, setIssues] = useState("");
  useEffect(() => {
    let isMounted = true;
    void brandOnce().then(() => isMounted && setIssues(brand.links.issues));
    return () => {
      isMounted = false;
    };
  }, []);
  return issues;
}
