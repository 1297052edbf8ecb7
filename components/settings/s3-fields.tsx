"use client";
import { useTranslations } from "use-intl";
import { ListRow } from "@/components/ui/list-row";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import type { S3Settings } from "@/lib/settings/sync-settings";
import { isOddPrefix } from "@/lib/sync/s3-prefix";
import { useSync } from "@/store/sync/sync";
import { SecretRow } from "./secret-row";

type TextName = "endpoint" | "region" | "bucket" | "prefix" | "accessKeyId";

/** The fields of an S3-compatible service. */
export function S3Fields({ onChanged }: { readonly onChanged: () => void }) {
  const t = useTranslations("sync");
  const { s3 } = useSync(({ settings }) => settings);

  function change(patch: Partial<S3Settings>) {
    useSync.getState().change({ s3: { ...s3, ...patch } });
    onChanged();
  }

  const field = (name: TextName, placeholder?: string) => (
    <TextField
      value={s3[name]}
      placeholder={placeholder}
      onChange={(value) => change({ [name]: value.trim() })}
      type={name === "endpoint" ? "url" : "text"}
      aria-invalid={(name === "prefix" && isOddPrefix(s3.prefix)) || undefined}
      autoComplete="off"
      ltr
    />
  );

  return (
    <>
      <ListRow title={t("s3Endpoint")} subtitle={t("s3EndpointHint")} isLabel wide>
        {field("endpoint", "https://s3.eu-central-1.amazonaws.com")}
      </ListRow>
      <ListRow title={t("s3Region")} subtitle={t("s3RegionHint", { example: "us-east-1" })} isLabel wide>
        {field("region", "eu-central-1")}
      </ListRow>
      <ListRow title={t("s3Bucket")} isLabel wide>
        {field("bucket")}
      </ListRow>
      <ListRow title={t("s3Prefix")} subtitle={t(isOddPrefix(s3.prefix) ? "s3PrefixOdd" : "s3PrefixHint")} isLabel wide>
        {field("prefix")}
      </ListRow>
      <ListRow title={t("s3Style")} isLabel>
        <Select
          value={s3.isPathStyle ? "path" : "host"}
          options={[
            { value: "path", label: t("s3StylePath") },
            { value: "host", label: t("s3StyleHost") },
          ]}
          onChange={(style) => change({ isPathStyle: style === "path" })}
        />
      </ListRow>
      <ListRow title={t("s3KeyId")} isLabel wide>
        {field("accessKeyId")}
      </ListRow>
      <SecretRow
        title={t("s3Secret")}
        value={s3.secretAccessKey}
        onChange={(value) => change({ secretAccessKey: value })}
      />
    </>
  );
}
