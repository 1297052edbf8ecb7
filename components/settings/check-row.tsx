"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { type AppError, toAppError } from "@/lib/errors";
import { FailureText } from "./failure-text";

interface CheckRowProps {
  readonly title: string;
  /** The content of the request and its destination. */
  readonly hint: string;
  /** The name of the row in links to the settings. */
  readonly anchor: string;
  /** Sends a request. Throws AppError if it fails. */
  readonly check: () => Promise<void>;
}

type State = { readonly state: "idle" | "checking" | "done" } | { readonly state: "failed"; readonly error: AppError };

/** A row that sends a request to find out whether a service works, and shows the result. */
export function CheckRow({ title, hint, anchor, check }: CheckRowProps) {
  const t = useTranslations("providers");
  const [shown, setShown] = useState<State>({ state: "idle" });

  async function start() {
    setShown({ state: "checking" });
    try {
      await check();
      setShown({ state: "done" });
    } catch (thrown) {
      setShown({ state: "failed", error: toAppError(thrown) });
    }
  }

  return (
    <ListRow
      title={title}
      subtitle={
        <span role="status">
          {shown.state === "idle" && hint}
          {shown.state === "checking" && t("checking")}
          {shown.state === "done" && t("answers")}
          {shown.state === "failed" && <FailureText error={shown.error} />}
        </span>
      }
      anchor={anchor}
    >
      <Button size="small" busy={shown.state === "checking"} onClick={() => void start()}>
        {t("check")}
      </Button>
    </ListRow>
  );
}
