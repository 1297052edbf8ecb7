"use client";
import { useTranslations } from "use-intl";
import { AvatarField } from "@/components/chat/settings/avatar-field";
import { ListRow } from "@/components/ui/list-row";
import { useSettings } from "@/store/settings/settings";

/** The user's avatar. */
export function AvatarRow() {
  const t = useTranslations("settings");
  const { avatar, setAvatar } = useSettings();
  return (
    <ListRow title={t("avatar")} subtitle={t("avatarHint")} anchor="avatar" also={[t("avatarAlso")]}>
      <AvatarField avatar={avatar} size="regular" onChange={setAvatar} />
    </ListRow>
  );
}
