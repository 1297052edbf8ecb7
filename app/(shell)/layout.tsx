import type { ReactNode } from "react";
import { AppShell } from "@/components/shell/app-shell";
import { ScreenBoundary } from "@/components/shell/screen-boundary";

export default function ShellLayout({ children }: { children: ReactNode }) {
  return (
    <ScreenBoundary>
      <AppShell>{children}</AppShell>
    </ScreenBoundary>
  );
}
