import { keyNames } from "@/components/ui/keys";

test.each([
  ["Mod Shift O", false, ["Ctrl", "Shift", "O"]],
  ["Mod Shift O", true, ["⌘", "⇧", "O"]],
  ["Ctrl Alt ↑", false, ["Ctrl", "Alt", "↑"]],
  ["Ctrl Alt ↑", true, ["⌃", "⌥", "↑"]],
  ["Esc", true, ["Esc"]],
])("the keys %p (on a Mac: %p) are named %p", (keys, isMac, expected) => {
  expect(keyNames(keys, isMac)).toEqual(expected);
});
