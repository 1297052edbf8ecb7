import { type LucideIcon, MessageSquareText, Moon, Sun, SunMoon, Upload } from "lucide-react";
import type { Action } from "@/components/actions/action";
import { appActions, chatActions } from "@/components/actions/chat-actions";
import { editPrompts } from "@/components/actions/toolbar-actions";
import { FamilyAvatar, SessionAvatar } from "@/components/chat/session-avatar";
import { changeModelSettings } from "@/components/chat/settings/change-model-settings";
import { MaskAvatar } from "@/components/chat/settings/mask-identity";
import { screenIcons } from "@/components/screen-icons";
import { chooseImportFile } from "@/components/settings/choose-import-file";
import { Icon } from "@/components/ui/icon";
import { namedScreens } from "@/lib/brand/screens";
import { type ChatSession, titleOf } from "@/lib/chat/session";
import { shortcuts } from "@/lib/chat/shortcuts";
import { modelKey } from "@/lib/models/model-entry";
import { isHidden, isPageHidden } from "@/lib/platform/brand";
import { isSettingLocked } from "@/lib/platform/site-rules";
import { type AppSettings, appSettings } from "@/lib/settings/app-settings";
import { useDrafts } from "@/store/chats/drafts";
import { isLacking } from "@/store/settings/code-features";
import { shownProviderName } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";
import type { PaletteContext } from "./palette-context";
import { listOfItems, listOfRows, type PaletteList } from "./palette-list";
import type { PaletteRow } from "./palette-row";
import { settingRows } from "./palette-settings";

/** A source of palette rows. Each kind of item is one entry of the table. */
export interface PaletteSource {
  readonly id: "actions" | "chats" | "masks" | "prompts" | "models" | "settings";
  /** The prefix that limits a search to this source. */
  readonly prefix?: string;
  /** All entries; those offered without a query come first. */
  readonly list: (context: PaletteContext) => PaletteList;
  /** Rows found by other means than their names; they come after the others. */
  readonly foundRows?: (context: PaletteContext) => readonly PaletteRow[];
}

/** The sources, in the order of their groups. */
export const paletteSources: readonly PaletteSource[] = [
  { id: "actions", prefix: ">", list: (context) => listOfRows(actionRows(context)) },
  { id: "chats", prefix: "#", list: chatList, foundRows: foundChatRows },
  { id: "masks", prefix: "@", list: (context) => listOfRows(maskRows(context)) },
  { id: "prompts", prefix: "/", list: (context) => listOfRows(promptRows(context)) },
  { id: "models", list: (context) => listOfRows(modelRows(context)) },
  { id: "settings", list: (context) => listOfRows(settingRows(context)) },
];

const themeIcons: Readonly<Record<AppSettings["theme"], LucideIcon>> = { auto: SunMoon, light: Sun, dark: Moon };

function actionRows(context: PaletteContext): PaletteRow[] {
  const { t, router, current, isChatShown, actionContext } = context;
  const row = (action: Action): PaletteRow => ({
    id: `action:${action.id}`,
    label: action.label(actionContext),
    keywords: action.keywords?.(actionContext),
    keys: action.shortcut && shortcuts[action.shortcut].keys,
    leading: <Icon glyph={action.icon} />,
    run: () => action.run(actionContext),
  });
  const onChat = current && isChatShown ? chatActions : [];
  const rows = [...appActions, ...onChat]
    .filter(
      ({ isOffered, isPossible }) => isOffered?.(actionContext) !== false && isPossible?.(actionContext) !== false,
    )
    .map(row);
  const first = rows.filter(({ id }) => suggested.includes(id));
  const fromMask: PaletteRow = {
    id: "action:fromMask",
    label: t("palette.fromMask"),
    leading: <Icon glyph={screenIcons["/masks"]} />,
    run: () => router.push("/new-chat?from=home"),
  };
  const importFile: PaletteRow = {
    id: "action:importFile",
    label: t("palette.importFile"),
    keywords: t("data.deviceAlso"),
    leading: <Icon glyph={Upload} />,
    run: chooseImportFile,
  };
  const screens = namedScreens
    .filter(({ path }) => !isPageHidden(path) && !(path === "/sd" && isLacking("images")))
    .map(({ path, name }) => ({
      id: `action:${path}`,
      label: t(name),
      leading: <Icon glyph={screenIcons[path]} />,
      run: () => router.push(path),
    }));
  return [
    ...first,
    ...(isHidden("masks") ? [] : [fromMask]),
    row(editPrompts),
    ...screens,
    importFile,
    ...rows.filter((each) => !first.includes(each)),
    ...(isSettingLocked("theme") ? [] : themeRows(context)),
  ];
}

/** Returns a row for each other theme. */
function themeRows({ t, settings }: PaletteContext): PaletteRow[] {
  return appSettings.theme.options
    .filter((theme) => theme !== settings.theme)
    .map((theme) => ({
      id: `action:theme-${theme}`,
      label: t(`tools.${theme}`),
      leading: <Icon glyph={themeIcons[theme]} />,
      run: () => useSettings.getState().set("theme", theme),
    }));
}

/** The first rows before anything was chosen. */
const suggested: readonly string[] = ["action:newChat", "action:chooseModel", "action:questions"];

function chatList({ t, sessions, chatActions }: PaletteContext): PaletteList {
  const untitled = t("chat.untitled");
  const labelOf = (session: ChatSession) => titleOf(session, untitled);
  return listOfItems({
    items: sessions,
    idPrefix: "chat:",
    keyOf: ({ id }) => id,
    labelOf,
    rowOf: (session) => ({
      id: `chat:${session.id}`,
      label: labelOf(session),
      date: session.lastUpdate,
      leading: <SessionAvatar session={session} size="medium" />,
      run: () => chatActions.open(session.id),
    }),
  });
}

/** Returns the chats whose messages match the search. */
function foundChatRows({ t, sessions, results, openResult }: PaletteContext): PaletteRow[] {
  return (results?.chats ?? []).flatMap((result) => {
    const session = sessions.find(({ id }) => id === result.sessionId);
    if (!session) return [];
    return {
      id: `chat:${session.id}`,
      label: titleOf(session, t("chat.untitled")),
      excerpt: result.excerpt,
      leading: <SessionAvatar session={session} size="medium" />,
      run: () => openResult(result),
    };
  });
}

/** A mask starts a chat. */
function maskRows({ t, masks, startWith }: PaletteContext): PaletteRow[] {
  if (isHidden("masks")) return [];
  return masks.map((mask) => ({
    id: `mask:${mask.id}`,
    label: mask.name || t("masks.untitled"),
    leading: <MaskAvatar avatar={mask.avatar} model={mask.modelConfig.model} size="medium" />,
    run: () => startWith(mask),
  }));
}

/** A prompt is appended to the draft. */
function promptRows({ prompts, current, isChatShown, chatActions, shortcutActions }: PaletteContext): PaletteRow[] {
  if (!current) return [];
  return prompts.map(({ id, title, content }) => ({
    id: `prompt:${id}`,
    label: title,
    detail: content.slice(0, detailChars),
    leading: <Icon glyph={MessageSquareText} />,
    run() {
      useDrafts.getState().change(current.id, ({ text }) => ({ text: text === "" ? content : `${text}\n${content}` }));
      if (isChatShown) shortcutActions.focusMessageBox();
      else chatActions.open(current.id);
    },
  }));
}

/** Maximum length of a text in its row, in characters. */
const detailChars = 100;

function modelRows({ t, models, current, isChatShown }: PaletteContext): PaletteRow[] {
  if (!current || !isChatShown) return [];
  const keyless = models.filter(({ isKeyless }) => isKeyless);
  return [...models.filter(({ isKeyless }) => !isKeyless), ...keyless].map((model) => ({
    id: `model:${modelKey(model)}`,
    label: model.displayName,
    detail: model.isKeyless
      ? `${shownProviderName(model.provider.providerName)} · ${t("models.keyless")}`
      : shownProviderName(model.provider.providerName),
    keywords: shownProviderName(model.provider.providerName),
    leading: <FamilyAvatar model={model.name} provider={model.provider.id} size="medium" />,
    run: () => changeModelSettings(current.id, { model: model.name, providerName: model.provider.providerName }),
  }));
}
