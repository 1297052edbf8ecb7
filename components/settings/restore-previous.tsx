"use client";
import { Undo2 } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import type { Provider } from "@/lib/providers/provider";
import { formerValues, withFormerRestored } from "@/lib/settings/former-access";
import { useAccess } from "@/store/settings/access";

/** Swaps a provider's values with those that a link replaced; shown at each field that had a value. */
export function RestorePrevious({ provider, name }: { readonly provider: Provider; readonly name: string }) {
  const t = useTranslations("providers");
  const hasFormer = useAccess((access) => Boolean(formerValues(access, provider)?.values[name]));
  if (!hasFormer) return null;

  function restore() {
    const access = useAccess.getState();
    access.putBack(withFormerRestored(access, provider));
  }

  return (
    <div>
      <Button size="small" icon={Undo2} flip onClick={restore}>
        {t("restoreFormer")}
      </Button>
    </div>
  );
}
