"use client";
import { Paperclip, Plus, SquareSlash } from "lucide-react";
import { memo, type RefObject, Suspense, useCallback, useDeferredValue, useState } from "react";
import { type ActionContext, useActionContext } from "@/components/actions/action";
import {
  chooseTools,
  chosenTools,
  clearContext,
  isContextCleared,
  isSearchOn,
  searchWeb,
} from "@/components/actions/composer-actions";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { Toolbar } from "@/components/ui/toolbar";
import { isPromptSearchTaken } from "@/lib/chat/prompt-query";
import { shortcuts } from "@/lib/chat/shortcuts";
import { areToolsHidden } from "@/lib/platform/brand";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { useSettings } from "@/store/settings/settings";
import { composerParts } from "./composer-group";
import styles from "./composer-tools.module.css";
import type { PickRequest } from "./file-pickers";
import { startPromptSearch } from "./start-prompt-search";

const LaterTools = composerParts.component("LaterTools");
const ToolMenu = composerParts.component("ToolMenu");

interface ComposerToolsProps {
  readonly sessionId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  /** Whether lazy-loaded parts may be mounted. */
  readonly isIdle: boolean;
}

/**
 * The toolbar below the message box: a menu with all actions of the chat and, where there is space, a button for each of
 * the most used. It is part of the first render; the menu and the file inputs are lazy-loaded.
 */
export const ComposerTools = memo(function ComposerTools({ sessionId, box, isIdle }: ComposerToolsProps) {
  const context = useActionContext(sessionId);
  const { t, isPhone } = context;
  const [request, setRequest] = useState<PickRequest>();
  // A phone has no buttons of their own for tools and web search, so the menu's button shows that they are in use.
  const hasTools = useChats(() => chosenTools(sessionId).length > 0);
  const isSearching = useChats(() => isSearchOn(sessionId));
  const inUse =
    isPhone && [hasTools && chooseTools.label(context), isSearching && t("composerTools.search")].filter(Boolean);
  const pick = useCallback((source: PickRequest["source"]) => setRequest({ source }), []);
  return (
    <Toolbar label={t("composerTools.label")} className={styles.bar}>
      <Menu
        label={t("composerTools.actions")}
        closeLabel={t("app.close")}
        align="start"
        isSheetOnPhone
        items={(render) => <ToolMenu sessionId={sessionId} box={box} onPick={pick} render={render} />}
        trigger={(props) => (
          <IconButton
            {...props}
            icon={Plus}
            label={t("composerTools.actions")}
            {...(inUse && inUse.length > 0 && { className: styles.inUse, "aria-description": inUse.join(", ") })}
          />
        )}
      />
      {!isPhone && <ToolButtons context={context} box={box} onPick={pick} />}
      <Suspense>{(isIdle || request) && <LaterTools sessionId={sessionId} box={box} request={request} />}</Suspense>
    </Toolbar>
  );
});

interface ToolButtonsProps extends Pick<ComposerToolsProps, "box"> {
  readonly context: ActionContext;
  readonly onPick: (source: PickRequest["source"]) => void;
}

function ToolButtons({ context, box, onPick }: ToolButtonsProps) {
  const { t, sessionId } = context;
  const hasPrompts = useSettings((settings) => !settings.disablePromptHint);
  // Render a first letter before the button that depends on it.
  const isTaken = useDeferredValue(useDrafts(({ drafts }) => isPromptSearchTaken(drafts[sessionId]?.text)));
  const toolCount = useChats(() => chosenTools(sessionId).length);
  const isSearching = useChats(() => isSearchOn(sessionId));
  // A subscription: the action reads this from the store.
  useChats(() => isContextCleared(sessionId));
  return (
    <>
      <IconButton icon={Paperclip} label={t("composerTools.addFiles")} onClick={() => onPick("files")} />
      {hasPrompts && (
        <IconButton
          icon={SquareSlash}
          label={t("composerTools.prompts")}
          disabledReason={isTaken ? t("composerTools.promptsTaken") : undefined}
          onClick={() => startPromptSearch(sessionId, box.current)}
        />
      )}
      <IconButton
        icon={searchWeb.icon}
        label={t("composerTools.search")}
        pressed={isSearching}
        className={isSearching ? styles.inUse : undefined}
        onClick={() => searchWeb.run(context)}
      />
      {!areToolsHidden() && (
        <IconButton
          icon={chooseTools.icon}
          label={chooseTools.label(context)}
          className={toolCount > 0 ? styles.inUse : undefined}
          onClick={() => chooseTools.run(context)}
        />
      )}
      <IconButton
        icon={clearContext.icon}
        label={clearContext.label(context)}
        keys={shortcuts.clearContext.keys}
        onClick={() => clearContext.run(context)}
      />
    </>
  );
}
