"use client";
import { CopyPlus, Ellipsis, Eye, MessageSquare, Pencil, ScanText, Trash2 } from "lucide-react";
import { useTranslations } from "use-intl";
import { MaskAvatar } from "@/components/chat/settings/mask-identity";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { IconButton } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { Menu } from "@/components/ui/menu";
import type { Mask } from "@/lib/chat/mask";
import { languageName } from "@/lib/chat/mask-languages";
import styles from "./mask-list.module.css";
import { useGlobalSettings } from "./use-masks";

interface MaskRowProps {
  readonly mask: Mask;
  readonly onStart: () => void;
  /** Shows what the mask does. */
  readonly onPreview: () => void;
  /** Opens the editor; read-only for a built-in mask. */
  readonly onOpen: () => void;
  readonly onClone: () => void;
  readonly onDelete: () => void;
}

/** A mask in the list, with its actions. A click on the row opens the preview; on a phone, a tap starts a chat. */
export function MaskRow(props: MaskRowProps) {
  const { mask, onStart, onPreview } = props;
  const t = useTranslations("masks");
  const isPhone = useIsPhone();
  const { model } = useMaskSettings(mask);
  const name = mask.name || t("untitled");
  const words = (
    <>
      <MaskAvatar avatar={mask.avatar} model={model} />
      <span className={styles.words}>
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
        {mask.description ? (
          <span className={classNames(styles.facts, styles.description)} dir="auto">
            {mask.description}
          </span>
        ) : (
          <Facts mask={mask} model={model} />
        )}
      </span>
    </>
  );
  return (
    <li className={styles.row}>
      {isPhone ? (
        <button type="button" className={styles.main} onClick={onStart}>
          {words}
        </button>
      ) : (
        <button type="button" className={styles.main} aria-haspopup="dialog" onClick={onPreview}>
          {words}
        </button>
      )}
      {isPhone ? <RowMenu {...props} name={name} /> : <RowActions {...props} name={name} />}
    </li>
  );
}

/** Returns the model settings of a mask. */
function useMaskSettings(mask: Mask) {
  const global = useGlobalSettings();
  return mask.syncGlobalConfig ? global : mask.modelConfig;
}

/** The facts about a mask without a description. */
function Facts({ mask, model }: { readonly mask: Mask; readonly model: string }) {
  const t = useTranslations("masks");
  return (
    <span className={styles.facts}>
      {t("prompts", { count: mask.context.length })}
      {" · "}
      <bdi>{languageName(mask.lang)}</bdi>
      {" · "}
      <bdi dir="ltr">{model}</bdi>
      {mask.builtin && ` · ${t("builtin")}`}
    </span>
  );
}

interface ActionProps extends MaskRowProps {
  readonly name: string;
}

function RowActions({ mask, name, onStart, onOpen, onClone, onDelete }: ActionProps) {
  const t = useTranslations("masks");
  return (
    <div className={styles.actions}>
      <Button size="small" icon={MessageSquare} aria-label={t("chatWith", { name })} onClick={onStart}>
        {t("chat")}
      </Button>
      {mask.builtin ? (
        <>
          <IconButton icon={Eye} label={t("viewNamed", { name })} aria-haspopup="dialog" onClick={onOpen} />
          <IconButton icon={CopyPlus} label={t("cloneNamed", { name })} aria-haspopup="dialog" onClick={onClone} />
        </>
      ) : (
        <>
          <IconButton icon={Pencil} label={t("editNamed", { name })} aria-haspopup="dialog" onClick={onOpen} />
          <IconButton icon={Trash2} label={t("deleteNamed", { name })} aria-haspopup="dialog" onClick={onDelete} />
        </>
      )}
    </div>
  );
}

function RowMenu({ mask, name, onStart, onPreview, onOpen, onClone, onDelete }: ActionProps) {
  const t = useTranslations("masks");
  const app = useTranslations("app");
  const catalog = useTranslations("maskCatalog");
  const more = t("moreNamed", { name });
  return (
    <Menu
      label={more}
      closeLabel={app("close")}
      trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={more} />}
      items={[
        { id: "chat", icon: MessageSquare, label: t("chat"), onSelect: onStart },
        { id: "preview", icon: ScanText, label: catalog("preview"), onSelect: onPreview },
        mask.builtin
          ? { id: "view", icon: Eye, label: t("view"), onSelect: onOpen }
          : { id: "edit", icon: Pencil, label: t("edit"), onSelect: onOpen },
        { id: "clone", icon: CopyPlus, label: t("clone"), onSelect: onClone },
        ...(mask.builtin ? [] : [{ id: "delete", icon: Trash2, label: t("delete"), danger: true, onSelect: onDelete }]),
      ]}
    />
  );
}
