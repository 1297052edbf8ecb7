"use client";
import { RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useLeftText } from "@/components/auth/use-left-text";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { useAccess } from "@/store/settings/access";
import { useCodeLimits } from "@/store/settings/code-limits";

/** A row with the amounts of the access code that are left, if it has limits. */
export function CodeLimitsRow() {
  const t = useTranslations("codeLimits");
  const leftText = useLeftText();
  const { state, amounts, refresh } = useCodeLimits();
  const accessCode = useAccess((access) => access.accessCode);
  // Never send an incomplete code: wrong codes are counted, so a code that is being typed is not checked.
  const [codeAtOpening] = useState(accessCode);
  useEffect(() => void refresh(), [refresh]);
  if (accessCode !== codeAtOpening || state === "none" || (state === "checking" && amounts.length === 0)) return null;
  const text = state === "failed" ? t("failed") : amounts.map(leftText).join(" ");
  return (
    <ListRow title={t("title")} subtitle={<span role="status">{text}</span>}>
      <Button icon={RefreshCw} busy={state === "checking"} onClick={() => void refresh()}>
        {t("refresh")}
      </Button>
    </ListRow>
  );
}
