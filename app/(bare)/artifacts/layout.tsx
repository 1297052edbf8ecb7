import type { Metadata } from "next";
import type { ReactNode } from "react";

/** Shared pages are only for people who have their URL. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function ArtifactsLayout({ children }: { children: ReactNode }) {
  return children;
}
