"use client";
import { useEffect, useState } from "react";
import { toAppError } from "@/lib/errors";
import type { LedgerMonths } from "@/lib/prices/ledger";
import { report } from "@/store/base/ui";
import { ledger } from "@/store/costs/ledger";

/** Returns the months of the ledger, read again after each call; undefined until they are read. */
export function useLedgerMonths(): LedgerMonths | undefined {
  const [months, setMonths] = useState<LedgerMonths>();
  useEffect(() => {
    let isGone = false;
    function read(): void {
      ledger.readAll().then(
        (stored) => !isGone && setMonths(stored),
        (thrown: unknown) => report(toAppError(thrown)),
      );
    }
    read();
    const unlisten = ledger.listen(read);
    return () => {
      isGone = true;
      unlisten();
    };
  }, []);
  return months;
}
