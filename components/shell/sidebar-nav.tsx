"use client";
import { Blocks, ChevronRight, Compass, Drama, Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { Kbd } from "@/components/ui/kbd";
import { Menu } from "@/components/ui/menu";
import { ScreenLink } from "@/components/ui/screen-link";
import { tipProps } from "@/components/ui/tip-props";
import { shortcuts } from "@/lib/chat/shortcuts";
import { isHidden } from "@/lib/platform/brand";
import { useUi } from "@/store/base/ui";
import { useSettings } from "@/store/settings/settings";
import { discoveries, useHasOperatorsMcp } from "./discoveries";
import { preloadPalette } from "./preload-palette";
import styles from "./sidebar-nav.module.css";

const DiscoveryRows = lazyGroup(() => import("./discovery-rows")).component("DiscoveryRows");

/**
 * The sidebar's links to all screens that are not a chat. Part of the first render, with all its rows: links that came
 * later would move the list of chats.
 */
export function SidebarNav({ isNarrow }: { readonly isNarrow: boolean }) {
  const hasOperatorsMcp = useHasOperatorsMcp();
  return (
    <div className={classNames(styles.nav, isNarrow && styles.narrow)}>
      <JumpButton isNarrow={isNarrow} />
      {!isHidden("masks") && <MasksLink isNarrow={isNarrow} />}
      {hasOperatorsMcp && !isHidden("mcp") && <McpLink isNarrow={isNarrow} />}
      {discoveries(hasOperatorsMcp).length > 0 && <DiscoveryMenu isNarrow={isNarrow} />}
    </div>
  );
}

/** A button that looks like the field that it opens. */
function JumpButton({ isNarrow }: { readonly isNarrow: boolean }) {
  const t = useTranslations("sidebarNav");
  const { keys } = shortcuts.palette;
  return (
    <button
      type="button"
      className={styles.jump}
      aria-label={t("jump")}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
      onClick={() => useUi.getState().openDialog({ kind: "palette" })}
      {...(isNarrow && tipProps(t("jump"), keys))}
    >
      <Icon glyph={Search} />
      <span className={styles.words}>{t("jump")}</span>
      <Kbd keys={keys} />
    </button>
  );
}

/** A link to the mask picker, or to the mask list if the user has hidden the picker. */
function MasksLink({ isNarrow }: { readonly isNarrow: boolean }) {
  const t = useTranslations("sidebarNav");
  const isPickerOff = useSettings((settings) => settings.dontShowMaskSplashScreen);
  const isHere = /^\/(masks|new-chat)/.test(usePathname());
  return (
    <ScreenLink
      className={classNames(styles.row, isHere && styles.here)}
      href={isPickerOff ? "/masks" : "/new-chat?from=home"}
      aria-current={isHere ? "page" : undefined}
      aria-label={t("masks")}
      {...(isNarrow && tipProps(t("masks")))}
    >
      <Icon glyph={Drama} />
      <span className={styles.words}>{t("masks")}</span>
    </ScreenLink>
  );
}

/** A link to MCP, shown if the operator runs servers. The user's own servers are in the Discovery menu. */
function McpLink({ isNarrow }: { readonly isNarrow: boolean }) {
  const t = useTranslations("sidebarNav");
  const isHere = usePathname().startsWith("/mcp-market");
  return (
    <ScreenLink
      className={classNames(styles.row, isHere && styles.here)}
      href="/mcp-market"
      aria-current={isHere ? "page" : undefined}
      aria-label={t("mcp")}
      {...(isNarrow && tipProps(t("mcp")))}
    >
      <Icon glyph={Blocks} />
      <span className={styles.words}>{t("mcp")}</span>
    </ScreenLink>
  );
}

function DiscoveryMenu({ isNarrow }: { readonly isNarrow: boolean }) {
  const t = useTranslations();
  const pathname = usePathname();
  const isHere = discoveries(useHasOperatorsMcp()).some(({ path }) => pathname.startsWith(path));
  return (
    <Menu
      label={t("sidebarNav.discovery")}
      closeLabel={t("app.close")}
      align="start"
      items={(render) => <DiscoveryRows render={render} />}
      trigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          className={classNames(styles.row, isHere && styles.here)}
          aria-label={t("sidebarNav.discovery")}
          {...(isNarrow && tipProps(t("sidebarNav.discovery")))}
        >
          <Icon glyph={Compass} />
          <span className={styles.words}>{t("sidebarNav.discovery")}</span>
          <Icon glyph={ChevronRight} size="chevron" flip className={styles.end} />
        </button>
      )}
    />
  );
}
