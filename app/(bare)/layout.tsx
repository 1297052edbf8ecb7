import type { ReactNode } from "react";
import { BareShell } from "@/components/shell/bare-shell";

export default function BareLayout({ children }: { children: ReactNode }) {
  return <BareShell>{children}</BareShell>;
}
