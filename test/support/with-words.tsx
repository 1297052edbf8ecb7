import type { ReactNode } from "react";
import { IntlProvider } from "use-intl";
import en from "@/locales/en";

/** Gives components under test the English words: `render(…, { wrapper: WithWords })`. */
export function WithWords({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
