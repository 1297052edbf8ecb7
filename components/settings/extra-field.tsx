"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { SecretField } from "@/components/ui/secret-field";
import { TextArea } from "@/components/ui/text-area";
import { readExtraBody } from "@/lib/providers/extra-body";
import { extraBodyAnchor } from "@/lib/providers/extra-body-anchor";
import { type ExtraProblem, readExtraHeaders } from "@/lib/providers/extra-headers";
import type { Provider } from "@/lib/providers/provider";
import { isKeyForOtherHost } from "@/lib/settings/connect";
import { useAccess } from "@/store/settings/access";

interface ExtraFieldProps {
  readonly provider: Provider;
  readonly name: "extraHeaders" | "extraBody";
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field for the extra headers or the extra body of a server, as JSON. Invalid text is reported and not stored. */
export function ExtraField({ provider, name, value, onChange }: ExtraFieldProps) {
  const t = useTranslations("providers");
  const app = useTranslations("app");
  const access = useAccess();
  const [draft, setDraft] = useState<string>();
  const text = draft ?? value;
  const problem = problemOf(name, text);
  const isForOther = name === "extraHeaders" && value !== "" && isKeyForOtherHost(provider, access, access.reach);
  const error = problem
    ? t(`extra_${problem.kind}`, { name: "", ...problem })
    : isForOther
      ? t("keyForOtherHost")
      : undefined;
  const shared = {
    label: t(name, { provider: provider.name }),
    help: t(`${name}Hint`),
    error,
    value: text,
    onChange(next: string) {
      const isStored = problemOf(name, next) === undefined;
      setDraft(isStored ? undefined : next);
      if (isStored) onChange(next);
    },
  };
  if (name === "extraBody") {
    return (
      <div id={extraBodyAnchor(provider)}>
        <TextArea {...shared} ltr rows={2} placeholder={'{"repeat_penalty": 1.1}'} />
      </div>
    );
  }
  const labels = { showLabel: app("show"), hideLabel: app("hide") };
  return <SecretField {...shared} {...labels} placeholder={'{"X-Team": "research"}'} />;
}

function problemOf(name: "extraHeaders" | "extraBody", text: string): ExtraProblem | undefined {
  const read = name === "extraHeaders" ? readExtraHeaders(text) : readExtraBody(text);
  return "kind" in read ? read : undefined;
}
