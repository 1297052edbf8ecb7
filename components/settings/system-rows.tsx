"use client";
import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { Switch } from "@/components/ui/switch";
import { desktop } from "@/lib/platform/desktop";
import { displayedKeys, shellKeysOf } from "@/lib/platform/desktop-keys";
import type { ShellRefusal, ShellSystem, ShellSystemChange } from "@/lib/platform/desktop-port";
import { useLocale } from "@/store/base/locale";

/** The state that was read last; a screen that opens shows it at once. */
let lastRead: ShellSystem | undefined;

/** Reads the state of the desktop app outside its window. After an error, the state that was read before remains. */
export async function readSystem(): Promise<ShellSystem | undefined> {
  try {
    const shell = await desktop();
    lastRead = await shell?.system(useLocale.getState().code);
  } catch (thrown) {
    console.warn("Could not read the state of the shell.", thrown);
  }
  return lastRead;
}

/** The desktop app outside its window: start at login, the tray, and the global shortcut. Nothing in a browser. */
export function SystemRows() {
  const t = useTranslations("systemRows");
  const { system, refused, change } = useSystem();
  if (!system) return null;
  const also = [t("also")];
  const reason = (name: string) => refused?.name === name && <Refusal refusal={refused.refusal} />;
  return (
    <>
      <ListRow title={t("login")} subtitle={reason("login")} anchor="login" also={also} isLabel>
        <Switch checked={system.startsAtLogin} onChange={(login) => void change({ login })} />
      </ListRow>
      <ListRow
        title={t("tray")}
        subtitle={reason("tray") || t(system.isTrayAvailable ? "trayHint" : "trayMissing")}
        anchor="tray"
        also={also}
        isLabel
      >
        <Switch
          checked={system.hasTray}
          disabled={!system.isTrayAvailable && !system.hasTray}
          onChange={(tray) => void change({ tray })}
        />
      </ListRow>
      <ShortcutRow system={system} refusal={reason("shortcut")} onChange={(shortcut) => change({ shortcut })} />
    </>
  );
}

interface RefusedChange {
  /** The name of the row. */
  readonly name: string;
  readonly refusal: ShellRefusal;
}

/** Returns the state of the app outside its window, the last refused change, and a function that makes a change. */
function useSystem() {
  const language = useLocale(({ code }) => code);
  const [system, setSystem] = useState(lastRead);
  const [refused, setRefused] = useState<RefusedChange>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the shell writes its texts in the app's language
  useEffect(() => {
    void readSystem().then(setSystem);
  }, [language]);

  async function change(wanted: ShellSystemChange): Promise<void> {
    const shell = await desktop();
    const result = await shell?.changeSystem(wanted);
    if (!result) return;
    const isRefused = "kind" in result;
    setRefused(isRefused ? { name: Object.keys(wanted)[0] ?? "", refusal: result } : undefined);
    if (isRefused) return;
    lastRead = result;
    setSystem(result);
  }

  return { system, refused, change };
}

/** The reason why a change was refused. */
function Refusal({ refusal }: { readonly refusal: ShellRefusal }) {
  const t = useTranslations("systemRows");
  const text = refusal.kind === "failed" ? t("failed", { reason: refusal.reason }) : t(refusal.kind);
  return <span role="alert">{text}</span>;
}

interface ShortcutRowProps {
  readonly system: ShellSystem;
  /** The reason why the last keys were refused. */
  readonly refusal: ReactNode;
  readonly onChange: (keys: string) => Promise<void>;
}

/** The keys that open a new chat from any other app. The next pressed combination is taken. */
function ShortcutRow({ system, refusal, onChange }: ShortcutRowProps) {
  const t = useTranslations("systemRows");
  const [isWaiting, setWaiting] = useState(false);
  const { shortcut, isShortcutSupported, command } = system;

  function press(event: KeyboardEvent) {
    if (!isWaiting || event.key === "Tab") return;
    // The app's own shortcuts must not run.
    event.preventDefault();
    event.nativeEvent.stopImmediatePropagation();
    const isAlone = !(event.ctrlKey || event.altKey || event.metaKey);
    if (event.key === "Escape" && isAlone) return setWaiting(false);
    const keys = shellKeysOf(event.nativeEvent);
    if (!keys) return;
    setWaiting(false);
    void onChange(keys);
  }

  if (!isShortcutSupported)
    return <ListRow title={t("shortcut")} subtitle={t("shortcutUnsupported", { command })} anchor="shortcut" />;
  const current = shortcut === "" ? t("shortcutOff") : displayedKeys(shortcut);
  return (
    <ListRow title={t("shortcut")} subtitle={refusal || current} anchor="shortcut" also={[t("also")]}>
      {shortcut !== "" && <Button onClick={() => void onChange("")}>{t("shortcutRemove")}</Button>}
      <Button aria-live="polite" onClick={() => setWaiting(true)} onKeyDown={press} onBlur={() => setWaiting(false)}>
        {t(isWaiting ? "shortcutPress" : "shortcutChoose")}
      </Button>
    </ListRow>
  );
}
