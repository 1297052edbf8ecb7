import type { ReactNode } from "react";
import { AppShell } from "@/components/shell/app-shell";
import { FirstScreen } from "@/components/shell/first-screen";
import { ScreenBoundary } from "@/components/shell/screen-boundary";

export default function ShellLayout({ children }: { children: ReactNode }) {
  return (
    <ScreenBoundary>
      <AppShell outline={<FirstScreen />}>{children}</AppShell>
    </ScreenBoundary>
  );
}
