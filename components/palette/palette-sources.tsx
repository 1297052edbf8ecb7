import {
  AudioLines,
  Blocks,
  Command,
  Copy,
  Drama,
  Images,
  ListTree,
  type LucideIcon,
  MessageSquareText,
  Moon,
  Pencil,
  Plug,
  Plus,
  Repeat2,
  Search,
  Settings,
  Share,
  SlidersHorizontal,
  Sun,
  SunMoon,
  TextQuote,
  Trash2,
  Volume2,
} from "lucide-react";
import { runCommand } from "@/components/chat/composer/run-command";
import { FamilyAvatar, SessionAvatar } from "@/components/chat/session-avatar";
import { changeModelSettings } from "@/components/chat/settings/change-model-settings";
import { MaskAvatar } from "@/components/chat/settings/mask-identity";
import { searchHref } from "@/components/search/search-address";
import { Icon } from "@/components/ui/icon";
import { type Shortcut, type ShortcutId, shortcuts } from "@/lib/chat/commands";
import { titleOf } from "@/lib/chat/session";
import { modelKey } from "@/lib/models/model-entry";
import { areToolsHidden, isHidden, isPageHidden } from "@/lib/platform/brand";
import { type AppSettings, appSettings } from "@/lib/settings/app-settings";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { shownProviderName } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";
import { toggleSpeech } from "@/store/voice/speech";
import { useVoice } from "@/store/voice/voice";
import type { PaletteContext } from "./palette-context";
import type { PaletteRow } from "./palette-row";
import { settingRows } from "./palette-settings";

/** Where rows of the palette come from: a further kind of thing is one entry of the table. */
export interface PaletteSource {
  readonly id: "actions" | "chats" | "masks" | "prompts" | "models" | "settings";
  /** What stands before words that look among these alone. */
  readonly prefix?: string;
  /** All rows, those first that are offered without words. */
  readonly rows: (context: PaletteContext) => readonly PaletteRow[];
  /** Rows that were found by other means than their names, behind those. */
  readonly foundRows?: (context: PaletteContext) => readonly PaletteRow[];
}

/** The sources, in the order of their groups. */
export const paletteSources: readonly PaletteSource[] = [
  { id: "actions", prefix: ">", rows: actionRows },
  { id: "chats", prefix: "#", rows: chatRows, foundRows: foundChatRows },
  { id: "masks", prefix: "@", rows: maskRows },
  { id: "prompts", prefix: "/", rows: promptRows },
  { id: "models", rows: modelRows },
  { id: "settings", rows: settingRows },
];

const shortcutIcons: Partial<Record<ShortcutId, LucideIcon>> = {
  newChat: Plus,
  chooseModel: Repeat2,
  questions: ListTree,
  copyReply: Copy,
  copyCode: Copy,
  exportChat: Share,
  settings: Settings,
};

const themeIcons: Readonly<Record<AppSettings["theme"], LucideIcon>> = { auto: SunMoon, light: Sun, dark: Moon };

/** What can be done anywhere; all else needs a chat on the screen. */
const actsAnywhere: ReadonlySet<ShortcutId> = new Set([
  "newChat",
  "previousChat",
  "nextChat",
  "fullWidth",
  "settings",
  "listShortcuts",
]);

function actionRows(context: PaletteContext): PaletteRow[] {
  const { t, router, isChatShown, shortcutActions } = context;
  const own = Object.values<Shortcut & { id: ShortcutId }>(shortcuts)
    .filter(({ id }) => id !== "palette" && (isChatShown || actsAnywhere.has(id)))
    .map(({ id, keys }) => ({
      id: `action:${id}`,
      label: t(`shortcuts.${id}`),
      keys,
      leading: <Icon glyph={shortcutIcons[id] ?? Command} />,
      run: shortcutActions[id],
    }));
  const first = own.filter(({ id }) => suggested.includes(id));
  const search: PaletteRow = {
    id: "action:search",
    label: t("search.title"),
    leading: <Icon glyph={Search} />,
    run: () => router.push(searchHref({})),
  };
  const fromMask: PaletteRow = {
    id: "action:fromMask",
    label: t("palette.fromMask"),
    leading: <Icon glyph={Drama} />,
    run: () => router.push("/new-chat?from=home"),
  };
  const prompts: PaletteRow = {
    id: "action:prompts",
    label: t("promptList.title"),
    leading: <Icon glyph={MessageSquareText} />,
    run: () => useUi.getState().openDialog({ kind: "prompts" }),
  };
  const screen = (href: string, label: string, glyph: LucideIcon) => {
    const leading = <Icon glyph={glyph} />;
    return { href, row: { id: `action:${href}`, label, leading, run: () => router.push(href) } };
  };
  const screens = [
    screen("/masks", t("masks.title"), Drama),
    screen("/plugins", t("plugins.title"), Plug),
    screen("/mcp-market", t("mcp.title"), Blocks),
    screen("/sd", t("imageTasks.title"), Images),
  ];
  return [
    ...first,
    ...(isHidden("masks") ? [] : [fromMask]),
    ...(isHidden("search") ? [] : [search]),
    prompts,
    ...screens.filter(({ href }) => !isPageHidden(href)).map(({ row }) => row),
    ...own.filter((row) => !first.includes(row)),
    ...themeRows(context),
    ...chatActionRows(context),
  ];
}

/** The other looks of the page, each at once. */
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

/** What is offered before anything was chosen. */
const suggested: readonly string[] = ["action:newChat", "action:chooseModel", "action:questions"];

function chatActionRows({ t, current, isChatShown, chatActions }: PaletteContext): PaletteRow[] {
  if (!current || !isChatShown) return [];
  const sessionId = current.id;
  const dialog = (
    kind: "chat-settings" | "tools" | "memory" | "edit-messages" | "delete-chat",
    label: string,
    glyph: LucideIcon,
  ) => ({
    id: `action:${kind}`,
    label,
    leading: <Icon glyph={glyph} />,
    run: () => useUi.getState().openDialog({ kind, sessionId }),
  });
  return [
    dialog("chat-settings", t("palette.chatSettings"), SlidersHorizontal),
    ...(areToolsHidden() ? [] : [dialog("tools", t("palette.tools"), Plug)]),
    dialog("memory", t("palette.memory"), TextQuote),
    ...soundRows(t, sessionId),
    dialog("edit-messages", t("palette.editMessages"), Pencil),
    {
      id: "action:fork",
      label: t("palette.copyChat"),
      leading: <Icon glyph={Copy} />,
      run: () => void runCommand("fork", sessionId, chatActions),
    },
    dialog("delete-chat", t("palette.deleteChat"), Trash2),
  ];
}

/** What can be heard and said, where that is switched on. */
function soundRows(t: PaletteContext["t"], sessionId: string): PaletteRow[] {
  const { ttsConfig, realtimeConfig } = useSettings.getState();
  const { threads, messages } = useChats.getState();
  const lastReply = threads[sessionId]?.ids.findLast((id) => messages[id]?.role === "assistant");
  return [
    ...(ttsConfig.enable && lastReply !== undefined
      ? [
          {
            id: "action:speak",
            label: t("speech.readLast"),
            leading: <Icon glyph={Volume2} />,
            run: () => toggleSpeech(lastReply),
          },
        ]
      : []),
    ...(realtimeConfig.enable && !isHidden("voice")
      ? [
          {
            id: "action:voice",
            label: t("voice.open"),
            leading: <Icon glyph={AudioLines} />,
            run: () => useVoice.getState().open(sessionId),
          },
        ]
      : []),
  ];
}

function chatRows({ t, sessions, chatActions }: PaletteContext): PaletteRow[] {
  const kept = keptChatRows.get(sessions);
  if (kept?.t === t && kept.chatActions === chatActions) return kept.rows;
  const untitled = t("chat.untitled");
  const rows = sessions.map((session) => ({
    id: `chat:${session.id}`,
    label: titleOf(session, untitled),
    date: session.lastUpdate,
    leading: <SessionAvatar session={session} size="medium" />,
    run: () => chatActions.open(session.id),
  }));
  keptChatRows.set(sessions, { t, chatActions, rows });
  return rows;
}

/** Ten thousand rows are not made anew with every key. */
const keptChatRows = new WeakMap<
  PaletteContext["sessions"],
  Pick<PaletteContext, "t" | "chatActions"> & { readonly rows: PaletteRow[] }
>();

/** The chats whose messages hold what was looked for. */
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

/** A prompt goes behind what is written already. */
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

/** As much of a text as its row may show, in characters. */
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
    leading: <FamilyAvatar model={model.name} size="medium" />,
    run: () => changeModelSettings(current.id, { model: model.name, providerName: model.provider.providerName }),
  }));
}
