/** Whether the system is a Mac, whose shortcuts use ⌘. */
export const isMac = () => /mac/i.test(navigator.platform);

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
