"use client";
import { useTranslations } from "use-intl";
import { Notice } from "@/components/ui/notice";

/** The placeholder of a message that fails to render; the other messages of its chat are shown. */
export function DamagedMessage({ id }: { readonly id: string }) {
  const t = useTranslations("damaged");
  return (
    <div data-message={id}>
      <Notice kind="error" heading={t("message")} />
    </div>
  );
}
