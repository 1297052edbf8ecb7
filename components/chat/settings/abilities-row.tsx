"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { Select } from "@/components/ui/select";
import { makesMedia } from "@/lib/models/model-facts";
import type { ModelAbilities } from "@/lib/providers/model-abilities";
import { abilityKey, type NamedModel } from "@/store/settings/abilities";
import { useSettings } from "@/store/settings/settings";
import { useAbilities } from "./use-abilities";

/** The abilities in the order of their rows, with their labels. */
const abilities = [
  ["vision", "models.vision"],
  ["tools", "toolChoice.title"],
  ["thinking", "models.reasoning"],
] as const satisfies readonly (readonly [keyof ModelAbilities, string])[];

/** A row with the abilities of a model, and a button for a dialog in which each can be switched on or off. */
export function AbilitiesRow(named: NamedModel) {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const found = useAbilities()(named);
  const labels = abilities.flatMap(([name, label]) => (found[name] ? [t(label)] : []));
  if (named.model === "" || makesMedia(named.model)) return null;
  return (
    <ListRow title={t("models.abilities")} subtitle={labels.join(" · ") || t("models.textOnly")}>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("toolChoice.choose")}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("models.abilities")}
        subtitle={t("models.abilitiesHint")}
        closeLabel={t("app.close")}
        footerEnd={
          <Button variant="solid" onClick={() => setOpen(false)}>
            {t("toolChoice.done")}
          </Button>
        }
      >
        <ListRows>
          {abilities.map(([name, label]) => (
            <AbilityRow key={name} name={name} title={t(label)} named={named} />
          ))}
        </ListRows>
      </Dialog>
    </ListRow>
  );
}

interface AbilityRowProps {
  readonly name: keyof ModelAbilities;
  readonly title: string;
  readonly named: NamedModel;
}

function AbilityRow({ name, title, named }: AbilityRowProps) {
  const t = useTranslations();
  const key = abilityKey(named);
  const chosen = useSettings(({ modelAbilities }) => modelAbilities[key]?.[name]);
  const setAbility = useSettings((settings) => settings.setAbility);
  const automatic = useAbilities({ isAutomatic: true })(named)[name];
  return (
    <ListRow title={title}>
      <Select
        value={chosen === undefined ? "automatic" : chosen ? "on" : "off"}
        options={[
          { value: "automatic", label: t(automatic ? "models.automaticOn" : "models.automaticOff") },
          { value: "on", label: t("maskLink.on") },
          { value: "off", label: t("maskLink.off") },
        ]}
        onChange={(value) => setAbility(key, name, value === "automatic" ? undefined : value === "on")}
      />
    </ListRow>
  );
}
