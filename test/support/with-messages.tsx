import type { ReactNode } from "react";
import { IntlProvider } from "use-intl";
import { english } from "./words";

/** Gives components under test the English words: `render(…, { wrapper: WithMessages })`. */
export function WithMessages({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="en" messages={english} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
