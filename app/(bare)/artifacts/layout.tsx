import type { Metadata } from "next";
import type { ReactNode } from "react";

/** What people share is for those who have its address. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function ArtifactsLayout({ children }: { children: ReactNode }) {
  return children;
}
