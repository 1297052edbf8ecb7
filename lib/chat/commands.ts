/** What can be done by keyboard from anywhere in the chat; later screens add rows. Words live in the locales. */
export interface Shortcut {
  readonly id: string;
  /** The key as `KeyboardEvent.key` has it, compared without case. */
  readonly key: string;
  /** Another sign that does the same: what the key writes with Shift. */
  readonly orKey?: string;
  /** The place of the key on the keyboard, as `KeyboardEvent.code` has it, where the key is neither a letter nor everywhere. */
  readonly code?: string;
  /** Ctrl, or ⌘ on a Mac. */
  readonly mod?: true;
  /** Ctrl or Alt, on every system. */
  readonly ctrlOrAlt?: true;
  /** With Shift; `either` where some keyboards need it to write the key. */
  readonly shift?: true | "either";
  /** How the keys are named beside the action: `Mod` is drawn as Ctrl or ⌘. */
  readonly keys: string;
}

/** The shortcuts of the shell and the chat. */
export const shortcuts = {
  palette: { id: "palette", key: "k", mod: true, keys: "Mod K" },
  newChat: { id: "newChat", key: "o", mod: true, shift: true, keys: "Mod Shift O" },
  previousChat: { id: "previousChat", key: "ArrowUp", ctrlOrAlt: true, keys: "Alt ↑" },
  nextChat: { id: "nextChat", key: "ArrowDown", ctrlOrAlt: true, keys: "Alt ↓" },
  focusMessageBox: { id: "focusMessageBox", key: "Escape", shift: true, keys: "Shift Esc" },
  chooseModel: { id: "chooseModel", key: "l", mod: true, shift: true, keys: "Mod Shift L" },
  copyReply: { id: "copyReply", key: "c", mod: true, shift: true, keys: "Mod Shift C" },
  copyCode: {
    id: "copyCode",
    key: ";",
    orKey: ":",
    code: "Semicolon",
    mod: true,
    shift: true,
    keys: "Mod Shift ;",
  },
  questions: { id: "questions", key: "j", mod: true, keys: "Mod J" },
  clearContext: { id: "clearContext", key: "Backspace", mod: true, shift: true, keys: "Mod Shift ⌫" },
  fullWidth: { id: "fullWidth", key: ".", mod: true, keys: "Mod ." },
  exportChat: { id: "exportChat", key: "s", mod: true, shift: true, keys: "Mod Shift S" },
  settings: { id: "settings", key: ",", mod: true, keys: "Mod ," },
  listShortcuts: {
    id: "listShortcuts",
    key: "/",
    orKey: "?",
    code: "Slash",
    mod: true,
    shift: "either",
    keys: "Mod /",
  },
} as const satisfies Record<string, Shortcut>;

/** Keys that do something in the message box alone, by what they do. */
export const messageBoxKeys = { stop: "Esc", recall: "↑" } as const;

export type ShortcutId = keyof typeof shortcuts;

/** The part of a keyboard event that decides. */
export interface KeyPress {
  readonly key: string;
  /** The place of the key on the keyboard, as `KeyO`. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly isComposing: boolean;
  readonly keyCode: number;
}

/** Returns which shortcut a key press is, if any. Never during IME composition. */
export function shortcutOf(press: KeyPress, isMac: boolean): ShortcutId | undefined {
  if (isComposed(press)) return undefined;
  return Object.values<Shortcut>(shortcuts).find((shortcut) => matches(shortcut, press, isMac))?.id as
    | ShortcutId
    | undefined;
}

function matches(shortcut: Shortcut, press: KeyPress, isMac: boolean): boolean {
  if (!isKey(shortcut, press)) return false;
  if (shortcut.shift !== "either" && press.shiftKey !== Boolean(shortcut.shift)) return false;
  if (shortcut.ctrlOrAlt) return press.ctrlKey !== press.altKey && !press.metaKey;
  const mod = isMac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  return mod === Boolean(shortcut.mod) && !press.altKey && (Boolean(shortcut.mod) || !(press.ctrlKey || press.metaKey));
}

/** Whether a shortcut's key is pressed. On a keyboard of another script a key is known by its place. */
function isKey(shortcut: Shortcut, { key, code }: KeyPress): boolean {
  if (key.toLowerCase() === shortcut.key.toLowerCase() || key === shortcut.orKey) return true;
  const isForeignLetter = key.length === 1 && key > "\u007f";
  return isForeignLetter && code === (shortcut.code ?? `Key${shortcut.key.toUpperCase()}`);
}

/** The send keys: plain Enter needs no modifier, the others need theirs alone. Never during IME composition. */
export function isSendKey(press: KeyPress, submitKey: string): boolean {
  if (press.key !== "Enter" || isComposed(press)) return false;
  const wanted = submitKey.split(" + ")[0];
  const held = [
    press.ctrlKey && "Ctrl",
    press.shiftKey && "Shift",
    press.altKey && "Alt",
    press.metaKey && "Meta",
  ].filter(Boolean);
  return wanted === "Enter" ? held.length === 0 : held.length === 1 && held[0] === wanted;
}

/** Whether an input method handles the key: browsers then report the code 229. */
export function isComposed({ isComposing, keyCode }: Pick<KeyPress, "isComposing" | "keyCode">): boolean {
  return isComposing || keyCode === 229;
}

/** What is done in place of sending when a message is a colon and one of these names, in the order of the list. */
export const chatCommands = ["new", "newm", "next", "prev", "clear", "fork", "del"] as const;

export type ChatCommand = (typeof chatCommands)[number];

/**
 * Returns the name, or its beginning, behind the colon that begins a text, a full-width one too. A phone may have made its
 * first letter a capital; a capital alone is a face, as in `:D`.
 */
function commandNameIn(text: string): string | undefined {
  return /^[:\uff1a]([a-z]*|[A-Z][a-z]+)\s*$/.exec(text)?.[1]?.toLowerCase();
}

/** Returns the commands that a text may become; none for a text that begins none. */
export function commandsFor(text: string): readonly ChatCommand[] {
  const beginning = commandNameIn(text);
  return beginning === undefined ? [] : chatCommands.filter((name) => name.startsWith(beginning));
}

/** Returns the command that a text is; a name without its colon is a message like any other. */
export function commandOf(text: string): ChatCommand | undefined {
  const wanted = commandNameIn(text);
  return chatCommands.find((name) => name === wanted);
}
