"use client";
import { useTranslations } from "use-intl";
import { FieldFrame } from "@/components/ui/field-frame";
import { ListRow } from "@/components/ui/list-row";
import { SecretField } from "@/components/ui/secret-field";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import { authLocations, type Plugin } from "@/lib/tools/plugin";
import styles from "./plugin-editor.module.css";

const types = ["none", "basic", "bearer", "custom"] as const;

interface AuthFieldsProps {
  readonly plugin: Plugin;
  /** The host that receives the credential; empty while the document names no server. */
  readonly host: string;
  readonly onChange: (patch: Partial<Plugin>) => void;
}

/** The authentication of a plugin, and whether its calls use the relay. */
export function AuthFields({ plugin, host, onChange }: AuthFieldsProps) {
  const t = useTranslations("plugins");
  const { authType, authLocation, authHeader, authToken, usingProxy } = plugin;
  const type = authType === "" ? "none" : authType;
  return (
    <>
      <div className={styles.auth}>
        <FieldFrame label={t("auth")}>
          <Select
            className={styles.select}
            value={type}
            options={types.map((value) => ({ value, label: t(`auth_${value}`) }))}
            onChange={(value) => onChange({ authType: value === "none" ? "" : value })}
          />
        </FieldFrame>
        {type !== "none" && (
          <FieldFrame label={t("location")}>
            <Select
              className={styles.select}
              value={authLocation}
              options={authLocations.map((value) => ({ value, label: t(`location_${value}`) }))}
              onChange={(value) => onChange({ authLocation: value })}
            />
          </FieldFrame>
        )}
        {type === "custom" && (
          <TextField
            label={t("headerName")}
            ltr
            value={authHeader}
            placeholder="Authorization"
            onChange={(value) => onChange({ authHeader: value.trim() })}
          />
        )}
        {type !== "none" && (
          <SecretField
            label={t("token")}
            showLabel={t("showToken")}
            hideLabel={t("hideToken")}
            value={authToken}
            help={host === "" ? undefined : t("tokenHelp", { host })}
            onChange={(value) => onChange({ authToken: value.trim() })}
          />
        )}
      </div>
      <ListRow title={t("proxy")} subtitle={t("proxyHint")} isLabel>
        <Switch checked={usingProxy} onChange={(value) => onChange({ usingProxy: value })} />
      </ListRow>
    </>
  );
}
