/** A keyboard shortcut of the app. Its name is in `shortcut-names.ts`. */
export interface Shortcut {
  readonly id: string;
  /** The key, as in `KeyboardEvent.key`, compared without case. */
  readonly key: string;
  /** An alternative character: the one that the key produces with Shift. */
  readonly orKey?: string;
  /**
   * The physical key, as in `KeyboardEvent.code`, for keys that are not letters and whose position differs between
   * layouts.
   */
  readonly code?: string;
  /** Requires Ctrl, or ⌘ on a Mac. */
  readonly mod?: true;
  /** Requires Ctrl or Alt, on every system. */
  readonly ctrlOrAlt?: true;
  /** Requires Shift; `either` because some layouts need Shift to produce the character. */
  readonly shift?: true | "either";
  /** Displayed keys: `Mod` is rendered as Ctrl or ⌘. */
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

export type ShortcutId = keyof typeof shortcuts;

/** The relevant part of a keyboard event. */
export interface KeyPress {
  readonly key: string;
  /** The physical key, such as `KeyO`. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly isComposing: boolean;
  readonly keyCode: number;
}

/** Returns the shortcut of a key press, if any. Never during IME composition. */
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

/** Whether a shortcut's key is pressed. On a keyboard of another script, the physical key counts. */
function isKey(shortcut: Shortcut, { key, code }: KeyPress): boolean {
  if (key.toLowerCase() === shortcut.key.toLowerCase() || key === shortcut.orKey) return true;
  const isForeignLetter = key.length === 1 && key > "\u007f";
  return isForeignLetter && code === (shortcut.code ?? `Key${shortcut.key.toUpperCase()}`);
}

/** Whether an input method handles the key; browsers then report the key code 229. */
export function isComposed({ isComposing, keyCode }: Pick<KeyPress, "isComposing" | "keyCode">): boolean {
  return isComposing || keyCode === 229;
}
