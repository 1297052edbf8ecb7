"use client";
import { useTranslations } from "use-intl";
import { FamilyAvatar } from "@/components/chat/session-avatar";
import { Dialog } from "@/components/ui/dialog";
import { modelAvatar } from "@/lib/chat/mask";
import { EmojiPicker } from "./emoji-picker";
import styles from "./emoji-picker.module.css";

interface AvatarDialogProps {
  readonly open: boolean;
  readonly avatar: string;
  /** The model whose tile is offered, too. */
  readonly model?: string | undefined;
  readonly onClose: () => void;
  readonly onChoose: (avatar: string) => void;
}

/** The dialog to choose an avatar. */
export function AvatarDialog({ open, avatar, model, onClose, onChoose }: AvatarDialogProps) {
  const t = useTranslations();
  return (
    <Dialog open={open} onClose={onClose} title={t("settings.avatar")} closeLabel={t("app.close")} size="small" bare>
      {model !== undefined && (
        <button
          type="button"
          className={styles.tile}
          aria-pressed={avatar === modelAvatar}
          onClick={() => onChoose(modelAvatar)}
        >
          <FamilyAvatar model={model} />
          {t("chatSettings.modelAvatar")}
        </button>
      )}
      <EmojiPicker chosen={avatar} onChoose={onChoose} />
    </Dialog>
  );
}
