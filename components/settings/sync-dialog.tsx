"use client";
import { CircleAlert, CircleCheck, PlugZap } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { SecretField } from "@/components/ui/secret-field";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import {
  defaultBackupName,
  isLocationEncrypted,
  isSyncConfigured,
  syncProviderNames,
  syncProviders,
} from "@/lib/settings/sync-settings";
import { useSync } from "@/store/sync/sync";
import { startAutomaticSync } from "@/store/sync/sync-automatic";
import styles from "./data-section.module.css";
import { SealingRows } from "./sealing-rows";

type Check = "idle" | "checking" | "passed" | "failed";

interface SyncDialogProps extends DialogOpening {
  readonly title: string;
}

/** The settings of cloud sync; a change applies at once. */
export function SyncDialog({ open, onClose, title }: SyncDialogProps) {
  const t = useTranslations("sync");
  const app = useTranslations("app");
  const { settings, check } = useSync();
  const [checked, setChecked] = useState<Check>("idle");

  async function start() {
    setChecked("checking");
    setChecked((await check()) ? "passed" : "failed");
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={app("close")}
      footerStart={
        isSyncConfigured(settings) && (
          <Button icon={PlugZap} busy={checked === "checking"} onClick={() => void start()}>
            {t("check")}
          </Button>
        )
      }
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {t("done")}
        </Button>
      }
    >
      <ListRows>
        <SyncFields onChanged={() => setChecked("idle")} />
      </ListRows>
      <p role="status" className={styles.check} data-failed={checked === "failed" || undefined}>
        {checked === "passed" && (
          <>
            <CircleCheck size={16} aria-hidden="true" /> {t("checkPassed")}
          </>
        )}
        {checked === "failed" && (
          <>
            <CircleAlert size={16} aria-hidden="true" /> {t("checkFailed")}
          </>
        )}
        {checked === "checking" && t("checking")}
      </p>
    </Dialog>
  );
}

interface FieldsProps {
  readonly onChanged: () => void;
}

function SyncFields({ onChanged }: FieldsProps) {
  const t = useTranslations("sync");
  const { settings } = useSync();
  const { provider, useProxy, proxyUrl, withKeys, isAutomatic } = settings;

  const canSyncKeys = settings.isEncrypted || isLocationEncrypted(settings);

  function change(patch: Partial<typeof settings>) {
    useSync.getState().change(patch);
    onChanged();
  }

  function switchAutomatic(isOn: boolean) {
    change({ isAutomatic: isOn });
    if (isOn) startAutomaticSync();
  }

  return (
    <>
      <ListRow title={t("provider")}>
        <Select
          value={provider}
          options={syncProviders.map((value) => ({ value, label: syncProviderNames[value] }))}
          onChange={(chosen) => change({ provider: chosen })}
        />
      </ListRow>
      <ListRow title={t("useProxy")} subtitle={t("useProxyHint")} isLabel>
        <Switch checked={useProxy} onChange={(isUsed) => change({ useProxy: isUsed })} />
      </ListRow>
      {useProxy && (
        <ListRow title={t("proxyUrl")} subtitle={t("proxyUrlHint")} isLabel wide>
          <TextField value={proxyUrl} onChange={(value) => change({ proxyUrl: value })} type="url" ltr />
        </ListRow>
      )}
      {provider === "webdav" ? <WebDavFields onChanged={onChanged} /> : <UpstashFields onChanged={onChanged} />}
      <SealingRows />
      <ListRow title={t("withKeys")} subtitle={t("withKeysHint")} isLabel>
        <Switch
          checked={withKeys && canSyncKeys}
          disabled={!canSyncKeys}
          onChange={(isOn) => change({ withKeys: isOn })}
        />
      </ListRow>
      <ListRow title={t("automatic")} subtitle={t("automaticHint")} isLabel>
        <Switch checked={isAutomatic} onChange={switchAutomatic} />
      </ListRow>
    </>
  );
}

function WebDavFields({ onChanged }: FieldsProps) {
  const t = useTranslations("sync");
  const { webdav } = useSync(({ settings }) => settings);

  function change(patch: Partial<typeof webdav>) {
    useSync.getState().change({ webdav: { ...webdav, ...patch } });
    onChanged();
  }

  return (
    <>
      <ListRow title={t("webdavEndpoint")} isLabel wide>
        <TextField value={webdav.endpoint} onChange={(endpoint) => change({ endpoint })} type="url" ltr />
      </ListRow>
      <ListRow title={t("username")} isLabel wide>
        <TextField value={webdav.username} onChange={(username) => change({ username })} autoComplete="off" ltr />
      </ListRow>
      <SecretRow title={t("password")} value={webdav.password} onChange={(password) => change({ password })} />
    </>
  );
}

function UpstashFields({ onChanged }: FieldsProps) {
  const t = useTranslations("sync");
  const { upstash } = useSync(({ settings }) => settings);

  function change(patch: Partial<typeof upstash>) {
    useSync.getState().change({ upstash: { ...upstash, ...patch } });
    onChanged();
  }

  return (
    <>
      <ListRow title={t("upstashEndpoint")} isLabel wide>
        <TextField value={upstash.endpoint} onChange={(endpoint) => change({ endpoint })} type="url" ltr />
      </ListRow>
      <ListRow title={t("backupName")} isLabel wide>
        <TextField
          value={upstash.username}
          placeholder={defaultBackupName}
          onChange={(username) => change({ username })}
          autoComplete="off"
          ltr
        />
      </ListRow>
      <SecretRow title={t("token")} value={upstash.apiKey} onChange={(apiKey) => change({ apiKey })} />
    </>
  );
}

interface SecretRowProps {
  readonly title: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SecretRow({ title, value, onChange }: SecretRowProps) {
  const t = useTranslations("sync");
  return (
    <ListRow title={title} wide>
      <SecretField value={value} onChange={onChange} showLabel={t("show")} hideLabel={t("hide")} />
    </ListRow>
  );
}
