"use client";
import { CopyPlus, Download } from "lucide-react";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { KnowledgeRow } from "@/components/chat/documents/knowledge-row";
import { MaskIdentity } from "@/components/chat/settings/mask-identity";
import { CodeRows, GlobalSettingsRow, HideContextRow } from "@/components/chat/settings/mask-rows";
import { ModelRow } from "@/components/chat/settings/model-row";
import { ModelSettingRows } from "@/components/chat/settings/model-setting-rows";
import { ToolRow } from "@/components/tools/tool-row";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ListRows } from "@/components/ui/list-row";
import { type Mask, withModelSettings } from "@/lib/chat/mask";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { toAppError } from "@/lib/errors";
import { downloadFile } from "@/lib/platform/download";
import { report } from "@/store/base/ui";
import { useMasks } from "@/store/library/masks";
import styles from "./mask-editor.module.css";
import { ShareRow } from "./share-row";
import { useGlobalSettings } from "./use-masks";

/** The mask that is open in the editor. */
export interface EditedMask {
  readonly id: string;
  /** Whether it was created to be edited now. */
  readonly isNew?: boolean;
}

interface MaskEditorProps {
  readonly masks: readonly Mask[];
  /** The open mask, or undefined. */
  readonly edited: EditedMask | undefined;
  /** Opens another mask, or none. */
  readonly onOpen: (id: string | undefined) => void;
}

/** The editor of the user's own masks; a built-in one is read-only and can be cloned. */
export function MaskEditor({ masks, edited, onOpen }: MaskEditorProps) {
  const mask = masks.find((each) => each.id === edited?.id);
  // Kept during the closing animation of the dialog.
  const last = useRef<Pick<EditorDialogProps, "mask" | "isNew">>(null);
  if (mask) last.current = { mask, isNew: edited?.isNew ?? false };
  if (!last.current) return null;
  return <EditorDialog key={last.current.mask.id} {...last.current} open={mask !== undefined} onOpen={onOpen} />;
}

interface EditorDialogProps {
  readonly mask: Mask;
  readonly isNew: boolean;
  readonly open: boolean;
  readonly onOpen: (id: string | undefined) => void;
}

function EditorDialog({ mask, isNew, open, onOpen }: EditorDialogProps) {
  const t = useTranslations("masks");
  const app = useTranslations("app");
  const isReadOnly = mask.builtin;
  const name = mask.name || t("untitled");
  const close = () => onOpen(undefined);

  function clone() {
    const [id] = useMasks.getState().add([mask]);
    // The clone of a read-only mask opens. The clone of an editable one is added on top of the list.
    onOpen(isReadOnly ? id : undefined);
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={isReadOnly ? t("readOnly", { name }) : t(isNew ? "untitled" : "editMask")}
      closeLabel={app("close")}
      size="large"
      footerStart={
        <>
          <Button variant="quiet" icon={Download} onClick={() => void download(mask)}>
            {t("download")}
          </Button>
          {!isReadOnly && (
            <Button variant="quiet" icon={CopyPlus} onClick={clone}>
              {t("clone")}
            </Button>
          )}
        </>
      }
      footerEnd={
        isReadOnly ? (
          <Button variant="solid" icon={CopyPlus} onClick={clone}>
            {t("cloneToEdit")}
          </Button>
        ) : (
          <Button variant="solid" onClick={close}>
            {t("done")}
          </Button>
        )
      }
    >
      <EditorBody mask={mask} isReadOnly={isReadOnly} />
    </Dialog>
  );
}

function EditorBody({ mask, isReadOnly }: { readonly mask: Mask; readonly isReadOnly: boolean }) {
  const t = useTranslations();
  const global = useGlobalSettings();
  const settings = mask.syncGlobalConfig ? global : mask.modelConfig;
  const change = (patch: Partial<Mask>) => useMasks.getState().change(mask.id, patch);
  const changeSettings = (patch: Partial<ModelSettings>) => change(withModelSettings(mask, global, patch));
  return (
    <>
      <MaskIdentity mask={mask} model={settings.model} isDescribed onChange={isReadOnly ? undefined : change} />
      <div className={styles.rows}>
        <ListRows>
          <fieldset className={styles.part} disabled={isReadOnly}>
            <HideContextRow mask={mask} onChange={(hideContext) => change({ hideContext })} />
          </fieldset>
          <ShareRow mask={mask} />
          <fieldset className={styles.part} disabled={isReadOnly}>
            <ToolRow chosen={mask} onChange={change} />
            <KnowledgeRow knowledge={mask.knowledge} onChange={change} />
            <CodeRows mask={mask} onChange={change} />
            <GlobalSettingsRow
              isOn={mask.syncGlobalConfig}
              question={t("masks.useGlobalBody")}
              onTurnOn={() => change({ syncGlobalConfig: true, modelConfig: global })}
              onTurnOff={() => changeSettings({})}
            />
            <ModelRow
              title={t("models.title")}
              model={settings.model}
              providerName={settings.providerName}
              unset={t("composer.noModel")}
              onPick={(model, providerName) => changeSettings({ model, providerName })}
            />
            <ModelSettingRows settings={settings} onChange={changeSettings} />
          </fieldset>
        </ListRows>
      </div>
    </>
  );
}

async function download(mask: Mask): Promise<void> {
  try {
    const { maskFile, maskFileName } = await import("@/store/data/mask-files");
    await downloadFile(maskFile(mask), maskFileName(mask.name));
  } catch (thrown) {
    report(toAppError(thrown));
  }
}
