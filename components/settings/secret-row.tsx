"use client";
import { useTranslations } from "use-intl";
import { ListRow } from "@/components/ui/list-row";
import { SecretField } from "@/components/ui/secret-field";

interface SecretRowProps {
  readonly title: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A row with the password, token or key of a sync service. */
export function SecretRow({ title, value, onChange }: SecretRowProps) {
  const t = useTranslations("sync");
  return (
    <ListRow title={title} wide>
      <SecretField value={value} onChange={onChange} showLabel={t("show")} hideLabel={t("hide")} />
    </ListRow>
  );
}
