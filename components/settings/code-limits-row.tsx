"use client";
import { RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useLeftText } from "@/components/auth/use-left-text";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { useAccess } from "@/store/settings/access";
import { useCodeLimits } from "@/store/settings/code-limits";

/** Time without another letter after which a typed code is checked, in milliseconds. */
const typingMs = 1000;

/** A row with the amounts that are left of the limits of the access code or the user, if there are any. */
export function CodeLimitsRow() {
  const t = useTranslations("codeLimits");
  const leftText = useLeftText();
  const { state, amounts, refresh } = useCodeLimits();
  const accessCode = useAccess((access) => access.accessCode);
  const [checkedCode, setCheckedCode] = useState(accessCode);
  // Wrong codes are counted, so a code is checked when the user has stopped typing.
  useEffect(() => {
    const typing = setTimeout(() => setCheckedCode(accessCode), typingMs);
    return () => clearTimeout(typing);
  }, [accessCode]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each code
  useEffect(() => void refresh(), [refresh, checkedCode]);
  if (accessCode !== checkedCode || state === "none" || (state === "checking" && amounts.length === 0)) return null;
  const text = state === "failed" ? t("failed") : amounts.map(leftText).join(" ");
  return (
    <ListRow title={t("title")} subtitle={<span role="status">{text}</span>}>
      <Button icon={RefreshCw} busy={state === "checking"} onClick={() => void refresh()}>
        {t("refresh")}
      </Button>
    </ListRow>
  );
}
