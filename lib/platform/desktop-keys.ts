/** Whether the system is a Mac, whose shortcuts use ⌘. */
export const isMac = () => /mac/i.test(navigator.platform);

/** The keys that zoom the window, as displayed. */
export const zoomKeys = { zoomIn: "Mod +", zoomOut: "Mod -", zoomReset: "Mod 0" } as const;

/** The key that shows or hides the menu bar, except on a Mac, which always shows it. */
export const menuBarKey = "F10";

type ZoomPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey">;

/** Returns the steps by which a key zooms, 0 for back to 100 %; undefined for other keys. */
export function zoomStepsOf({ key, ctrlKey, altKey, metaKey }: ZoomPress): -1 | 0 | 1 | undefined {
  const hasMod = isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (!hasMod || altKey) return undefined;
  // Without Shift, the key of + is = on many keyboards.
  if (key === "+" || key === "=") return 1;
  if (key === "-" || key === "_") return -1;
  return key === "0" ? 0 : undefined;
}

/** The relevant part of a keyboard event. */
type Press = Pick<KeyboardEvent, "code" | "ctrlKey" | "altKey" | "shiftKey" | "metaKey">;

const modifiers = [
  ["ctrlKey", "Control"],
  ["altKey", "Alt"],
  ["shiftKey", "Shift"],
  ["metaKey", "Super"],
] as const;

/** Returns the pressed keys as the shell names them, such as `Control+Alt+KeyN`; undefined for modifiers alone. */
export function shellKeysOf(press: Press): string | undefined {
  if (press.code === "" || /^(Control|Alt|Shift|Meta|OS|Caps|Num|Scroll)/.test(withoutNumpad(press.code)))
    return undefined;
  const held = modifiers.filter(([flag]) => press[flag]).map(([, name]) => name);
  return [...held, press.code].join("+");
}

/** Keys of the number pad begin like the key that switches it. */
function withoutNumpad(code: string): string {
  return code.replace(/^Numpad/, "");
}

const macNames: Readonly<Record<string, string>> = { Control: "⌃", Alt: "⌥", Shift: "⇧", Super: "⌘" };
const otherNames: Readonly<Record<string, string>> = { Control: "Ctrl", Super: "Super" };

/** Returns keys as the app displays them, such as `Ctrl Alt N`. */
export function displayedKeys(keys: string): string {
  const names = isMac() ? macNames : otherNames;
  return keys
    .split("+")
    .map((key) => names[key] ?? key.replace(/^(Key|Digit)/, "").replace(/^Arrow/, ""))
    .join(" ");
}
