"use client";
import { Plus, X } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { SecretField } from "@/components/ui/secret-field";
import { TextField } from "@/components/ui/text-field";
import type { McpHeader } from "@/lib/tools/mcp/server";
import styles from "./mcp-market.module.css";

interface HeaderFieldsProps {
  readonly headers: readonly McpHeader[];
  /** The host that receives them; empty before the address is entered. */
  readonly host: string;
  readonly onChange: (headers: readonly McpHeader[]) => void;
}

/** The headers that a server requires with every request, such as a key. */
export function HeaderFields({ headers, host, onChange }: HeaderFieldsProps) {
  const t = useTranslations("mcp");
  const change = (place: number, patch: Partial<McpHeader>) =>
    onChange(headers.map((header, at) => (at === place ? { ...header, ...patch } : header)));
  return (
    <div className={styles.headers}>
      {headers.map(({ name, token }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header is only identified by its index
        <div key={place} className={styles.header}>
          <TextField
            label={t("headerName")}
            ltr
            value={name}
            placeholder="Authorization"
            onChange={(value) => change(place, { name: value.trim() })}
          />
          <SecretField
            label={t("headerValue")}
            showLabel={t("showValue")}
            hideLabel={t("hideValue")}
            value={token}
            help={host === "" ? undefined : t("headerHelp", { host })}
            onChange={(value) => change(place, { token: value.trim() })}
          />
          <IconButton
            icon={X}
            label={t("removeHeader", { name })}
            onClick={() => onChange(headers.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      <Button size="small" icon={Plus} onClick={() => onChange([...headers, { name: "", token: "" }])}>
        {t("addHeader")}
      </Button>
    </div>
  );
}
