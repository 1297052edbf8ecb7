"use client";
import { RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { useErrorMessage } from "@/components/use-error-message";
import { type AppError, toAppError } from "@/lib/errors";
import { openai } from "@/lib/providers/openai";
import type { Balance } from "@/lib/providers/provider";
import { isAuthorized, useAccess } from "@/store/settings/access";
import { isUsable, useModels } from "@/store/settings/models";
import { askBalance, balanceKey, hasBalance } from "@/store/settings/provider-check";
import { useBalanceText } from "./use-balance-text";

type Usage =
  | { readonly state: "idle" | "checking" }
  | { readonly state: "told"; readonly balance: Balance }
  | { readonly state: "failed"; readonly error: AppError };

/** The usage and limit of the account at OpenAI or a compatible gateway, if there is a balance API. */
export function UsageRow() {
  const isShown = useAccess((access) => hasBalance(openai, access));
  // A balance is only valid for the address and the key it was requested with.
  const key = useAccess((access) => balanceKey(openai, access));
  // Never send an incomplete key: while one is being typed, the balance is only requested on click.
  const [keyAtOpening] = useState(key);
  return isShown && <ShownUsageRow key={key} asksAtOnce={key === keyAtOpening} />;
}

function ShownUsageRow({ asksAtOnce }: { readonly asksAtOnce: boolean }) {
  const t = useTranslations("usage");
  const formatBalance = useBalanceText();
  const errorMessage = useErrorMessage();
  const fetched = useModels((models) => models.fetched);
  const mayAsk = useAccess((access) => isAuthorized(access) && isUsable(openai, access, fetched));
  const missing = useAccess(({ flags }) => (flags?.hideUserApiKey ? "needsCode" : "needsAccess"));
  const [usage, setUsage] = useState<Usage>({ state: "idle" });

  async function ask() {
    setUsage({ state: "checking" });
    try {
      setUsage({ state: "told", balance: await askBalance(openai) });
    } catch (thrown) {
      setUsage({ state: "failed", error: toAppError(thrown) });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the settings open
  useEffect(() => {
    if (mayAsk && asksAtOnce) void ask();
  }, [mayAsk]);

  function words(): string {
    if (!mayAsk) return t(missing);
    if (usage.state === "checking") return t("checking");
    if (usage.state === "told") return formatBalance(usage.balance);
    if (usage.state !== "failed") return "";
    const { message } = usage.error.details;
    return [errorMessage(usage.error), message].filter((part) => typeof part === "string" && part !== "").join(" ");
  }

  return (
    <ListRow title={t("title")} subtitle={<span role="status">{words()}</span>} anchor="usage" also={[t("also")]}>
      <Button
        icon={RefreshCw}
        busy={usage.state === "checking"}
        disabledReason={mayAsk ? undefined : t(missing)}
        onClick={() => void ask()}
      >
        {t("check")}
      </Button>
    </ListRow>
  );
}
