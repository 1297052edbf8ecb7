"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ListRow } from "@/components/ui/list-row";
import { Switch } from "@/components/ui/switch";
import { askNotificationAccess } from "@/lib/platform/ask-notifications";
import { notificationAccess } from "@/lib/platform/notifications";
import { areRepliesNotified, setRepliesNotified } from "@/store/turns/reply-notifications";

/** The switch for notifications about replies that end in the background. Turning it on asks the browser. */
export function ReplyNotificationsRow() {
  const t = useTranslations("replyNotifications");
  const [isOn, setOn] = useState(areRepliesNotified);
  const [access, setAccess] = useState(notificationAccess);

  async function change(isWanted: boolean) {
    const answer = isWanted ? await askNotificationAccess() : access;
    setAccess(answer);
    setRepliesNotified(isWanted && answer === "granted");
    setOn(areRepliesNotified());
  }

  return (
    <ListRow
      title={t("title")}
      subtitle={access === "denied" || access === "unsupported" ? t(access) : t("hint")}
      anchor="replyNotifications"
      also={[t("also")]}
      isLabel
    >
      <Switch checked={isOn} disabled={access === "unsupported"} onChange={(isWanted) => void change(isWanted)} />
    </ListRow>
  );
}
