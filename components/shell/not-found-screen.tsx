"use client";
import { useEffect, useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import styles from "./error-screen.module.css";
import { Mark } from "./mark";
import { useStaticMessages } from "./static-words";

/** The screen for an unknown URL. */
export function NotFoundScreen() {
  const { title, home } = useStaticMessages("notFound");
  // A static export only learns its base path in the browser, so the link is not prerendered.
  const [isUp, setUp] = useState(false);
  useEffect(() => setUp(true), []);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className={styles.screen}>
      <EmptyState level={1} mark={<Mark />} heading={title} action={isUp && <LinkButton href="/">{home}</LinkButton>} />
    </main>
  );
}
