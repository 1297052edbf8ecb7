"use client";
import { ChevronRight, Compass, Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl";
import { screenIcons } from "@/components/screen-icons";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { Kbd } from "@/components/ui/kbd";
import { Menu } from "@/components/ui/menu";
import { ScreenLink } from "@/components/ui/screen-link";
import { tipProps } from "@/components/ui/tip-props";
import { type NamedScreen, namedScreens } from "@/lib/brand/screens";
import { shortcuts } from "@/lib/chat/shortcuts";
import { isHidden, isPageHidden } from "@/lib/platform/brand";
import { useUi } from "@/store/base/ui";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { preloadPalette } from "./preload-palette";
import styles from "./sidebar-nav.module.css";

/** The screens in the Discovery menu: all but the masks, which have their own link. */
const discoveries = namedScreens.filter(({ path }) => path !== "/masks");

const isOffered = ({ path }: NamedScreen) => !isPageHidden(path);

/** The sidebar's links to all screens that are not a chat. */
export function SidebarNav({ isNarrow }: { readonly isNarrow: boolean }) {
  const hasOperatorsMcp = useAccess(({ flags }) => flags?.enableMcp ?? false);
  return (
    <div className={classNames(styles.nav, isNarrow && styles.narrow)}>
      <JumpButton isNarrow={isNarrow} />
      {!isHidden("masks") && <MasksLink isNarrow={isNarrow} />}
      {hasOperatorsMcp && !isHidden("mcp") && <McpLink isNarrow={isNarrow} />}
      {discoveries.some(isOffered) && <DiscoveryMenu isNarrow={isNarrow} />}
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
  const t = useTranslations("masks");
  const isPickerOff = useSettings((settings) => settings.dontShowMaskSplashScreen);
  const isHere = /^\/(masks|new-chat)/.test(usePathname());
  return (
    <ScreenLink
      className={classNames(styles.row, isHere && styles.here)}
      href={isPickerOff ? "/masks" : "/new-chat?from=home"}
      aria-current={isHere ? "page" : undefined}
      aria-label={t("title")}
      {...(isNarrow && tipProps(t("title")))}
    >
      <Icon glyph={screenIcons["/masks"]} />
      <span className={styles.words}>{t("title")}</span>
    </ScreenLink>
  );
}

/** A link to MCP, shown if the operator runs servers. The user's own servers are in the Discovery menu. */
function McpLink({ isNarrow }: { readonly isNarrow: boolean }) {
  const t = useTranslations("mcp");
  const isHere = usePathname().startsWith("/mcp-market");
  return (
    <ScreenLink
      className={classNames(styles.row, isHere && styles.here)}
      href="/mcp-market"
      aria-current={isHere ? "page" : undefined}
      aria-label={t("nav")}
      {...(isNarrow && tipProps(t("nav")))}
    >
      <Icon glyph={screenIcons["/mcp-market"]} />
      <span className={styles.words}>{t("nav")}</span>
    </ScreenLink>
  );
}

function DiscoveryMenu({ isNarrow }: { readonly isNarrow: boolean }) {
  const t = useTranslations();
  const pathname = usePathname();
  const hasOperatorsMcp = useAccess(({ flags }) => flags?.enableMcp ?? false);
  const listed = discoveries.filter(isOffered).filter(({ path }) => !(hasOperatorsMcp && path === "/mcp-market"));
  const isHere = listed.some(({ path }) => pathname.startsWith(path));
  return (
    <Menu
      label={t("sidebarNav.discovery")}
      closeLabel={t("app.close")}
      align="start"
      items={listed.map(({ path, name }) => ({ id: path, label: t(name), icon: screenIcons[path], href: path }))}
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
