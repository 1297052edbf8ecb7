"use client";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { ListRow } from "@/components/ui/list-row";
import { formatPrice } from "@/lib/prices/money";
import { maxOwnPrices, type OwnPrice } from "@/lib/prices/own-prices";
import { useCostSettings } from "@/store/costs/cost-settings";
import { shownProviderName } from "@/store/settings/models";
import { OwnPriceDialog } from "./own-price-dialog";

/** The user's own prices, and a button to add one. */
export function OwnPriceRows() {
  const t = useTranslations("costs");
  const prices = useCostSettings((costs) => costs.prices);
  const [edited, setEdited] = useState<OwnPrice | "new">();
  return (
    <>
      <ListRow title={t("ownPrices")} subtitle={t("ownPricesHint")} anchor="own-prices" also={[t("also")]}>
        {prices.length < maxOwnPrices && (
          <Button size="small" icon={Plus} aria-haspopup="dialog" onClick={() => setEdited("new")}>
            {t("addPrice")}
          </Button>
        )}
      </ListRow>
      {prices.map((price) => (
        <OwnPriceRow key={`${price.providerName} ${price.model}`} price={price} onEdit={() => setEdited(price)} />
      ))}
      {edited && (
        <OwnPriceDialog {...(edited !== "new" && { price: edited })} open onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}

function OwnPriceRow({ price: own, onEdit }: { readonly price: OwnPrice; readonly onEdit: () => void }) {
  const t = useTranslations("costs");
  const locale = useLocale();
  const { model, providerName, currency, price } = own;
  const amounts = (["input", "cached", "cacheWrite", "output", "characters"] as const).flatMap((kind) => {
    const micros = price[kind];
    return micros === undefined ? [] : [`${t(kind)} ${formatPrice({ currency, micros }, locale)}`];
  });
  const provider = providerName === "" ? t("allProviders") : shownProviderName(providerName);
  return (
    <ListRow
      title={<bdi dir="ltr">{model}</bdi>}
      subtitle={[provider, ...amounts].join(" · ")}
      also={[model, t("also")]}
    >
      <IconButton icon={Pencil} label={t("editPrice", { model })} onClick={onEdit} />
      <IconButton
        icon={Trash2}
        label={t("removePrice", { model })}
        onClick={() => useCostSettings.getState().removePrice(own)}
      />
    </ListRow>
  );
}
