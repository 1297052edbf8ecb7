"use client";
import { CircleAlert, CircleCheck, PlugZap } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import { type AppError, toAppError } from "@/lib/errors";
import { canPickFolder } from "@/lib/platform/folders";
import { defaultBackupName, isLocationEncrypted, isSyncConfigured, syncProviders } from "@/lib/settings/sync-settings";
import { useSync } from "@/store/sync/sync";
import { startAutomaticSync } from "@/store/sync/sync-automatic";
import { AddDeviceRow } from "./add-device-row";
import styles from "./data-section.module.css";
import { FolderFields } from "./folder-fields";
import { S3Fields } from "./s3-fields";
import { SealingRows } from "./sealing-rows";
import { SecretRow } from "./secret-row";
import { useSyncProblem } from "./use-sync-problem";
import { useSyncProviderName } from "./use-sync-provider-name";

type Check = "idle" | "checking" | "passed" | "failed" | AppError;

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
    setChecked(await check().then((isWorking) => (isWorking ? "passed" : "failed"), toAppError));
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
        <SyncFields onChanged={() => setChecked("idle")} checked={checked} />
      </ListRows>
      <CheckResult checked={checked} />
    </Dialog>
  );
}

/** The progress and result of the check. */
function CheckResult({ checked }: { readonly checked: Check }) {
  const t = useTranslations("sync");
  const problem = useSyncProblem();
  const isFailed = checked === "failed" || typeof checked === "object";
  return (
    <p role="status" className={styles.check} data-failed={isFailed || undefined}>
      {checked === "passed" && (
        <>
          <CircleCheck size={16} aria-hidden="true" /> {t("checkPassed")}
        </>
      )}
      {isFailed && (
        <>
          <CircleAlert size={16} aria-hidden="true" /> {checked === "failed" ? t("checkFailed") : problem(checked)}
        </>
      )}
      {checked === "checking" && t("checking")}
    </p>
  );
}

interface FieldsProps {
  readonly onChanged: () => void;
}

function SyncFields({ onChanged, checked }: FieldsProps & { readonly checked: Check }) {
  const t = useTranslations("sync");
  const { settings } = useSync();
  const { provider, useProxy, proxyUrl, withKeys, isAutomatic } = settings;

  const name = useSyncProviderName();
  const offered = syncProviders.filter((each) => each !== "folder" || provider === "folder" || canPickFolder());
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
      <ListRow title={t("provider")} subtitle={canPickFolder() ? undefined : t("folderUnsupported")}>
        <Select
          value={provider}
          options={offered.map((value) => ({ value, label: name(value) }))}
          onChange={(chosen) => change({ provider: chosen })}
        />
      </ListRow>
      {provider !== "folder" && (
        <ListRow title={t("useProxy")} subtitle={t("useProxyHint")} isLabel>
          <Switch checked={useProxy} onChange={(isUsed) => change({ useProxy: isUsed })} />
        </ListRow>
      )}
      {provider !== "folder" && useProxy && (
        <ListRow title={t("proxyUrl")} subtitle={t("proxyUrlHint")} isLabel wide>
          <TextField value={proxyUrl} onChange={(value) => change({ proxyUrl: value })} type="url" ltr />
        </ListRow>
      )}
      {provider === "webdav" && <WebDavFields onChanged={onChanged} />}
      {provider === "upstash" && <UpstashFields onChanged={onChanged} />}
      {provider === "s3" && <S3Fields onChanged={onChanged} />}
      {provider === "folder" && <FolderFields onChanged={onChanged} checked={checked} />}
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
      <AddDeviceRow />
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
