"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { FieldFrame } from "@/components/ui/field-frame";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { amountText, readAmount } from "@/lib/prices/money";
import { isKnownCurrency, type OwnPrice } from "@/lib/prices/own-prices";
import { boundNameOf } from "@/lib/providers/provider";
import { useCostSettings } from "@/store/costs/cost-settings";
import { providersOf, useAccess } from "@/store/settings/access";
import { CurrencyField } from "./budget-row";
import styles from "./costs.module.css";

interface OwnPriceDialogProps extends DialogOpening {
  /** The price that is edited; a new one without it. */
  readonly price?: OwnPrice;
}

/** The fields of amounts. Input and output are required, except for a model with a price of characters. */
const kinds = ["input", "output", "cached", "cacheWrite", "characters"] as const;
const required: readonly string[] = ["input", "output"];

/** The dialog for the prices of a model. */
export function OwnPriceDialog({ price, open, onClose }: OwnPriceDialogProps) {
  const t = useTranslations();
  const [typed, setTyped] = useState(() => typedOf(price));
  const read = readTyped(typed);
  const isCurrencyKnown = isKnownCurrency(typed.currency);
  const disabledReason = t(isCurrencyKnown ? "costs.invalidAmount" : "costs.invalidCurrency");
  const change = (part: Partial<Typed>) => setTyped((known) => ({ ...known, ...part }));

  function save(): void {
    if (!read) return;
    useCostSettings.getState().setPrice(read, price);
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={price ? t("costs.editPrice", { model: price.model }) : t("costs.addPrice")}
      subtitle={t("costs.ownPricesHint")}
      closeLabel={t("app.close")}
      size="small"
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("app.cancel")}
          </Button>
          <Button variant="solid" {...(!read && { disabledReason })} onClick={save}>
            {t("thread.save")}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <PriceFields typed={typed} onChange={change} />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

interface PriceFieldsProps {
  readonly typed: Typed;
  readonly onChange: (part: Partial<Typed>) => void;
}

/** The provider, the model, its amounts and their currency. */
function PriceFields({ typed, onChange }: PriceFieldsProps) {
  const t = useTranslations();
  const access = useAccess();
  const providers = providersOf(access).map((each) => ({ value: boundNameOf(each), label: each.name }));
  return (
    <>
      <span className={styles.wideField}>
        <FieldFrame label={t("addKey.provider")}>
          <Select
            value={typed.providerName}
            options={[{ value: "", label: t("costs.allProviders") }, ...providers]}
            onChange={(providerName) => onChange({ providerName })}
          />
        </FieldFrame>
      </span>
      <span className={styles.wideField}>
        <TextField
          label={t("settings.model")}
          required
          maxLength={200}
          value={typed.model}
          onChange={(model) => onChange({ model })}
          autoComplete="off"
          ltr
        />
      </span>
      {kinds.map((kind) => (
        <TextField
          key={kind}
          label={t(`costs.${kind}`)}
          required={required.includes(kind) && typed.characters.trim() === ""}
          error={isFine(typed[kind]) ? undefined : t("costs.invalidAmount")}
          value={typed[kind]}
          onChange={(text) => onChange({ [kind]: text })}
          inputMode="decimal"
          autoComplete="off"
          ltr
        />
      ))}
      <CurrencyField value={typed.currency} onChange={(currency) => onChange({ currency })} />
    </>
  );
}

/** The fields as they are typed. */
type Typed = Readonly<Record<"providerName" | "model" | "currency" | (typeof kinds)[number], string>>;

function typedOf(own: OwnPrice | undefined): Typed {
  const text = (micros: number | undefined) => (micros === undefined ? "" : amountText(micros));
  const { input, output, cached, cacheWrite, characters } = own?.price ?? {};
  return {
    providerName: own?.providerName ?? "",
    model: own?.model ?? "",
    currency: own?.currency ?? "USD",
    ...{ input: text(input), output: text(output), cached: text(cached), cacheWrite: text(cacheWrite) },
    characters: text(characters),
  };
}

function isFine(text: string): boolean {
  return text.trim() === "" || readAmount(text) !== undefined;
}

/** Returns the price that is typed; undefined while a field is invalid. */
function readTyped({ providerName, model, currency, ...texts }: Typed): OwnPrice | undefined {
  const isValid = model.trim() !== "" && isKnownCurrency(currency) && kinds.every((kind) => isFine(texts[kind]));
  const [cached, cacheWrite, characters] = [texts.cached, texts.cacheWrite, texts.characters].map(readAmount);
  // A model that reads aloud has no tokens to pay.
  const [input, output] = [texts.input, texts.output].map((text) =>
    text.trim() === "" && characters !== undefined ? 0 : readAmount(text),
  );
  if (!isValid || input === undefined || output === undefined) return undefined;
  return {
    ...{ providerName, model: model.trim(), currency },
    price: {
      ...{ input, output },
      ...(cached !== undefined && { cached }),
      ...(cacheWrite !== undefined && { cacheWrite }),
      ...(characters !== undefined && { characters }),
    },
  };
}
