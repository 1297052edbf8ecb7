"use client";
import { ExternalLink, PanelLeft, Plus, Settings, Trash2 } from "lucide-react";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { Button } from "@/components/ui/button";
import { IconButton, IconLink } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { ScreenLink } from "@/components/ui/screen-link";
import { tipProps } from "@/components/ui/tip-props";
import { useIdle } from "@/components/ui/use-idle";
import { useScreenPath } from "@/components/use-screen-path";
import { titleOf } from "@/lib/chat/session";
import { shortcuts } from "@/lib/chat/shortcuts";
import { brand, isHidden, taglineIn } from "@/lib/platform/brand";
import { useLocale } from "@/store/base/locale";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { currentSession } from "@/store/chats/chats-state";
import { useProjects } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { Banners } from "./boot";
import { ChatList } from "./chat-list";
import { Mark } from "./mark";
import styles from "./sidebar.module.css";
import { SidebarNav } from "./sidebar-nav";
import { useChatActions } from "./use-chat-actions";
import { useSidebarWidth } from "./use-sidebar-width";

const idleParts = lazyGroup(() => import("./idle-parts"));
const HomeStart = lazyGroup(() => import("./start-box"), { needsMessages: false }).component("HomeStart");
const SidebarResizer = idleParts.component("SidebarResizer");

/** The sidebar: the product, the chats and the navigation. On a phone it is the home page. */
export function Sidebar() {
  const t = useTranslations("sidebar");
  const isPhone = useIsPhone();
  const isPage = useScreenPath() === "/" && isPhone;
  const [Side, Heading] = isPage ? (["main", "h1"] as const) : (["aside", "span"] as const);
  const { isNarrow, toggle } = useSidebarWidth();
  const countMatching = useProjects((projects) => projects.countMatching);
  const count = useChats(({ areAllRead, sessions }) =>
    areAllRead ? (countMatching?.(sessions) ?? sessions.length) : undefined,
  );
  const isIdle = useIdle();
  return (
    <Side className={styles.side} aria-label={t(isPage ? "chats" : "label")} data-narrow={isNarrow || undefined}>
      {isPage && (
        <div className={styles.banners}>
          <Banners />
        </div>
      )}
      <header className={styles.head}>
        <Brand />
        <IconButton
          className={styles.collapse}
          icon={PanelLeft}
          flip
          label={t(isNarrow ? "widen" : "narrow")}
          onClick={toggle}
        />
      </header>
      <div className={styles.nav}>
        <SidebarNav isNarrow={isNarrow} />
      </div>
      <div className={styles.label}>
        <Heading>{t("chats")}</Heading>
        <span className={styles.count}>{count}</span>
      </div>
      <ChatList isNarrow={isNarrow} />
      {isPage && (
        <div className={styles.start}>
          <Suspense>
            <HomeStart />
          </Suspense>
        </div>
      )}
      <Footer isNarrow={isNarrow} />
      <Suspense>{isIdle && <SidebarResizer />}</Suspense>
    </Side>
  );
}

function Brand() {
  const t = useTranslations();
  const tagline = taglineIn(useLocale(({ code }) => code)) || t("app.tagline");
  // The accessible name contains all visible words, separated as they appear, so that voice control can address the
  // link.
  return (
    <ScreenLink className={styles.brand} href="/" aria-label={t("sidebar.home", { name: `${brand.name} ${tagline}` })}>
      <Mark className={styles.mark} />
      <span className={styles.names}>
        <span className={styles.name}>{brand.name}</span> <span className={styles.tagline}>{tagline}</span>
      </span>
    </ScreenLink>
  );
}

function Footer({ isNarrow }: { isNarrow: boolean }) {
  const t = useTranslations("sidebar");
  const isPhone = useIsPhone();
  const { newChat: startNow, pickMask } = useChatActions();
  const isPickerOff = useSettings((settings) => settings.dontShowMaskSplashScreen);
  const newChat = isPickerOff || isHidden("masks") ? startNow : pickMask;
  const { keys } = shortcuts.newChat;
  const { project } = brand.links;
  return (
    <footer className={styles.foot}>
      {isPhone && <DeleteCurrent />}
      <IconLink
        icon={Settings}
        label={t("settings")}
        keys={shortcuts.settings.keys}
        href="/settings"
        aria-current={useScreenPath() === "/settings" ? "page" : undefined}
      />
      {project && <IconLink icon={ExternalLink} label={t("project")} href={project} external />}
      <span className={styles.grow} />
      {isNarrow ? (
        <IconButton className={styles.newNarrow} icon={Plus} label={t("newChat")} keys={keys} onClick={newChat} />
      ) : (
        <Button icon={Plus} onClick={newChat} {...tipProps(t("newChat"), keys)}>
          {t("newChat")}
        </Button>
      )}
    </footer>
  );
}

/** On a phone, rows have no space for a delete button, so this one deletes the current chat after a question. */
function DeleteCurrent() {
  const t = useTranslations();
  const sessionId = useChats((chats) => currentSession(chats)?.id);
  const title = useChats((chats) => titleOf(currentSession(chats) ?? { topic: "" }, t("chat.untitled")));
  if (sessionId === undefined) return null;
  return (
    <IconButton
      icon={Trash2}
      label={t("sidebar.deleteNamed", { title })}
      aria-haspopup="dialog"
      onClick={() => useUi.getState().openDialog({ kind: "delete-chat", sessionId })}
    />
  );
}
