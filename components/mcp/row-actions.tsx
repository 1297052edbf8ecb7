"use client";
import { Ellipsis } from "lucide-react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { Menu } from "@/components/ui/menu";
import type { MenuAction } from "@/components/ui/menu-item";

/** An action on a server. */
export type RowAction = MenuAction & { readonly icon: NonNullable<MenuAction["icon"]> };

interface RowActionsProps {
  /** The server's name, which distinguishes the actions of different rows. */
  readonly name: string;
  readonly actions: readonly RowAction[];
}

/** The actions on a server: buttons, or one menu on a phone. */
export function RowActions({ name, actions }: RowActionsProps) {
  const t = useTranslations("mcp");
  const app = useTranslations("app");
  const isPhone = useIsPhone();
  if (isPhone) {
    return (
      <Menu
        label={t("moreNamed", { name })}
        closeLabel={app("close")}
        items={actions}
        isSheetOnPhone
        trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={t("moreNamed", { name })} />}
      />
    );
  }
  return actions.map(({ id, icon, label, disabled, onSelect }) => (
    <IconButton
      key={id}
      icon={icon}
      label={t("actionNamed", { action: label, name })}
      {...(disabled && { disabledReason: t("notNow") })}
      onClick={onSelect}
    />
  ));
}
