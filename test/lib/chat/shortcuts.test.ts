import { type ChatCommand, chatCommands, commandOf, commandsFor } from "@/lib/chat/chat-commands";
import { isSendKey } from "@/lib/chat/message-box-keys";
import { type KeyPress, type ShortcutId, shortcutOf, shortcuts } from "@/lib/chat/shortcuts";
import { submitKeys } from "@/lib/settings/app-settings";

const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false, keyCode: 0 };
const ctrl = { ctrlKey: true };
const meta = { metaKey: true };
const alt = { altKey: true };
const shift = { shiftKey: true };

function press(key: string, ...held: readonly Partial<KeyPress>[]) {
  return Object.assign({ ...bare, key }, ...held);
}

const elsewhere: readonly [ShortcutId, KeyPress][] = [
  ["newChat", press("O", ctrl, shift)],
  ["newChat", press("o", ctrl, shift)],
  ["previousChat", press("ArrowUp", alt)],
  ["previousChat", press("ArrowUp", ctrl)],
  ["nextChat", press("ArrowDown", alt)],
  ["nextChat", press("ArrowDown", ctrl)],
  ["focusMessageBox", press("Escape", shift)],
  ["chooseModel", press("L", ctrl, shift)],
  ["copyReply", press("C", ctrl, shift)],
  ["copyCode", press(";", ctrl, shift)],
  ["exportChat", press("S", ctrl, shift)],
  ["copyCode", press(":", ctrl, shift)],
  ["clearContext", press("Backspace", ctrl, shift)],
  ["listShortcuts", press("/", ctrl)],
  ["listShortcuts", press("?", ctrl, shift)],
  // A German keyboard writes the slash with Shift.
  ["listShortcuts", press("/", ctrl, shift)],
  ["questions", press("j", ctrl)],
  ["fullWidth", press(".", ctrl)],
  ["settings", press(",", ctrl)],
  ["palette", press("k", ctrl)],
];
const onMac: readonly [ShortcutId, KeyPress][] = [
  ["newChat", press("o", meta, shift)],
  ["previousChat", press("ArrowUp", alt)],
  ["previousChat", press("ArrowUp", ctrl)],
  ["nextChat", press("ArrowDown", alt)],
  ["nextChat", press("ArrowDown", ctrl)],
  ["focusMessageBox", press("Escape", shift)],
  ["chooseModel", press("l", meta, shift)],
  ["copyReply", press("c", meta, shift)],
  ["copyCode", press(":", meta, shift)],
  ["exportChat", press("s", meta, shift)],
  ["clearContext", press("Backspace", meta, shift)],
  ["listShortcuts", press("/", meta)],
  ["questions", press("j", meta)],
  ["fullWidth", press(".", meta)],
  ["settings", press(",", meta)],
  ["palette", press("k", meta)],
];

test.each(elsewhere)("on other systems than a Mac, %s is %j", (id, pressed) => {
  expect(shortcutOf(pressed, false)).toBe(id);
});

test.each(onMac)("on a Mac, %s is %j", (id, pressed) => {
  expect(shortcutOf(pressed, true)).toBe(id);
});

test("both tables name every shortcut", () => {
  const all = Object.keys(shortcuts).sort();
  expect([...new Set(elsewhere.map(([id]) => id))].sort()).toEqual(all);
  expect([...new Set(onMac.map(([id]) => id))].sort()).toEqual(all);
});

test.each([...elsewhere, ...onMac])("%s is not a shortcut during composition: %j", (_id, pressed) => {
  expect(shortcutOf({ ...pressed, isComposing: true }, false)).toBeUndefined();
  expect(shortcutOf({ ...pressed, keyCode: 229 }, true)).toBeUndefined();
});

// AltGr arrives as Ctrl and Alt together and types characters such as @ and {.
test.each(Object.values(shortcuts))("AltGr with the key of $id types a character and triggers nothing", ({ key }) => {
  for (const isMac of [true, false]) {
    expect(shortcutOf(press(key, ctrl, alt), isMac)).toBeUndefined();
    expect(shortcutOf(press(key, ctrl, alt, shift), isMac)).toBeUndefined();
  }
});

test.each([
  ["a letter alone", press("o"), false],
  ["the letter with Shift alone", press("O", shift), false],
  ["without the Shift it needs", press("o", ctrl), false],
  ["with a Shift too many", press(".", ctrl, shift), false],
  ["⌘ away from a Mac", press("o", meta, shift), false],
  ["Ctrl on a Mac", press("o", ctrl, shift), true],
  ["Ctrl and ⌘ together", press("o", ctrl, meta, shift), true],
  ["Ctrl and the Windows key together", press("o", ctrl, meta, shift), false],
  ["Alt beside the rest", press(".", ctrl, alt), false],
  ["a plain arrow", press("ArrowUp"), false],
  ["an arrow with Shift, which selects", press("ArrowUp", alt, shift), false],
  ["an arrow with ⌘", press("ArrowUp", meta), true],
  ["a plain Escape", press("Escape"), false],
  ["Escape with Ctrl", press("Escape", ctrl, shift), false],
  ["Escape with ⌘", press("Escape", meta, shift), true],
  ["another key", press("p", ctrl, shift), false],
])("%s is not a shortcut", (_name, pressed, isMac) => {
  expect(shortcutOf(pressed, isMac)).toBeUndefined();
});

describe("sending", () => {
  const held = {
    Enter: press("Enter"),
    "Ctrl + Enter": press("Enter", ctrl),
    "Shift + Enter": press("Enter", shift),
    "Alt + Enter": press("Enter", alt),
    "Meta + Enter": press("Enter", meta),
  } as const;

  test.each(submitKeys)("with %s as the send key, only it sends", (submitKey) => {
    const sending = submitKeys.filter((candidate) => isSendKey(held[candidate], submitKey));
    expect(sending).toEqual([submitKey]);
  });

  test.each(submitKeys)("with %s as the send key, nothing sends during composition", (submitKey) => {
    expect(isSendKey({ ...held[submitKey], isComposing: true }, submitKey)).toBe(false);
    expect(isSendKey({ ...held[submitKey], keyCode: 229 }, submitKey)).toBe(false);
  });

  test.each(submitKeys)("with %s as the send key, two modifiers send nothing", (submitKey) => {
    expect(isSendKey(press("Enter", ctrl, alt), submitKey)).toBe(false);
    expect(isSendKey(press("Enter", ctrl, shift), submitKey)).toBe(false);
  });

  test("only Enter sends", () => {
    expect(isSendKey(press("a"), "Enter")).toBe(false);
    expect(isSendKey(press(" ", ctrl), "Ctrl + Enter")).toBe(false);
  });
});

describe("commands", () => {
  test.each<[string, readonly ChatCommand[]]>([
    [":", ["new", "newm", "next", "prev", "clear", "fork", "several", "del"]],
    ["：", ["new", "newm", "next", "prev", "clear", "fork", "several", "del"]],
    [":ne", ["new", "newm", "next"]],
    ["：ne", ["new", "newm", "next"]],
    [":Clear", ["clear"]],
    [":del ", ["del"]],
    [":D", []],
    [":newm", ["newm"]],
    [":newmask", []],
    [":new chat", []],
    [" :new", []],
    ["new", []],
    ["/new", []],
    ["", []],
  ])("%p may become %p", (text, commands) => {
    expect(commandsFor(text)).toEqual(commands);
  });

  test.each(chatCommands)("%s is a command after either colon, and a message without one", (name) => {
    expect([`:${name}`, `：${name}`, name, `${name}:`].map(commandOf)).toEqual([name, name, undefined, undefined]);
  });

  test("the beginning of a command is not a command", () => {
    expect([":", ":ne", ":newer"].map(commandOf)).toEqual([undefined, undefined, undefined]);
  });
});
