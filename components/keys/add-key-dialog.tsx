"use client";
import { useRouter } from "next/navigation";
import { type ClipboardEvent, type FormEvent, useEffect, useEffectEvent, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { EditorDialog } from "@/components/shell/editor-dialog";
import { sendShortcut } from "@/components/shell/shortcut-event";
import { afterPaint } from "@/components/ui/after-paint";
import { Button } from "@/components/ui/button";
import type { DialogOpening } from "@/components/ui/dialog";
import { FieldFrame } from "@/components/ui/field-frame";
import { LinkButton } from "@/components/ui/link-button";
import { SecretField } from "@/components/ui/secret-field";
import { Select, type SelectOption } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { providerOfVariable } from "@/lib/links/key-prefixes";
import { readPastedKey } from "@/lib/links/pasted-key";
import { endpointOf } from "@/lib/providers/provider";
import { hostOf } from "@/lib/settings/access-settings";
import { useAccess } from "@/store/settings/access";
import {
  apiOfChoice,
  canUseUnchecked,
  compatibleServer,
  hostOfEntry,
  type KeyCheck,
  keyProviders,
  otherServers,
  storeKey,
} from "@/store/settings/add-key";
import styles from "./add-key-dialog.module.css";
import { chooseKeyModel } from "./choose-key-model";
import { initialInput, ownAddress } from "./initial-input";
import { entryOf, guessOf, type KeyInput } from "./key-problem";
import { KeyStatus } from "./key-status";
import { useKeyCheck } from "./use-key-check";

/** Length of a key from which its provider is asked for, in characters: a shorter one is still being typed. */
const minKeyChars = 12;

/** The result that stands for a check that the user skips. */
const unchecked: KeyCheck = { kind: "unlisted" };

interface AddKeyDialogProps extends DialogOpening {
  /** The stored name of the provider that rejected a key; absent if the user chooses freely. */
  readonly providerName?: string | undefined;
}

/**
 * Adds a key in one step: recognizes the provider, checks the key, and stores it with "Start chatting" or "More in
 * Settings". Until then, nothing is stored.
 */
export function AddKeyDialog({ providerName, open, onClose }: AddKeyDialogProps) {
  const t = useTranslations("addKey");
  const all = useTranslations();
  const router = useRouter();
  const formId = useId();
  const [initial] = useState(() => initialInput(providerName));
  const [input, setInput] = useState<KeyInput>(initial);
  const [hasChosen, setChosen] = useState(false);
  const [confirmedKey, setConfirmedKey] = useState<string>();
  // While an address is typed, its beginnings are other hosts.
  const [confirmedAddress, setConfirmedAddress] = useState(input.address);
  const [uncheckedEntry, setUncheckedEntry] = useState<string>();
  const [isStarting, setStarting] = useState(false);
  const [isAddressShown, setAddressShown] = useState(false);
  const [model, setModel] = useState("");
  const access = useAccess();
  const isServer = apiOfChoice(input.choice) !== undefined;
  const read = entryOf(input, location.protocol);
  const entry = "entry" in read ? read.entry : undefined;
  // A key that several providers could have issued is sent nowhere until the user has chosen one.
  const isChosen = hasChosen || input.key === confirmedKey;
  const isProviderSure = isChosen || input.address !== "" || guessOf(input) === input.choice;
  const isSure = isProviderSure && (input.address === "" || input.address === confirmedAddress);
  const { state, again } = useKeyCheck(open && isSure ? entry : undefined);
  const about = entry && JSON.stringify(entry);
  const isUnchecked = state.state === "failed" && about === uncheckedEntry && canUseUnchecked(state.error);
  const check = state.state === "connected" ? state.check : isUnchecked ? unchecked : undefined;
  const needsModel = isServer && check !== undefined && check.kind !== "listed";
  const isReady = entry !== undefined && check !== undefined && (!needsModel || model.trim() !== "");
  const isBlocked = !isReady && state.state !== "checking" && (isSure || entry === undefined);
  const isRelayed = access.reach.relay !== undefined && !isServer && input.address === "";
  const options = optionsOf(
    t("compatible"),
    otherServers.map(({ choice, api }) => ({ value: choice, label: t("serverWith", { api }) })),
  );
  const host = hostOfEntry({ ...input, address: entry?.address ?? "" }, access);

  function choose(choice: string) {
    setChosen(true);
    // An address that was entered for a server is not a provider's, but that of a server with another API.
    const address = isServer && apiOfChoice(choice) ? input.address : ownAddress(choice);
    setInput(({ key }) => ({ choice, key, address }));
    setConfirmedAddress(address);
  }

  function changeKey(text: string, isPasted = Math.abs(text.length - input.key.length) > 1) {
    const pasted = readPastedKey(text);
    if (pasted.kind === "address" && isPasted) return takeAddress(pasted.address);
    if (pasted.kind === "key" && pasted.address !== undefined && isPasted && !isPublicAddress(pasted.address)) {
      return takeAddress(pasted.address, pasted.key);
    }
    const isKey = isPasted && pasted.kind === "key";
    const key = isKey ? pasted.key : text.replace(/\s/g, "");
    const named = isKey && pasted.variable ? providerOfVariable(pasted.variable, keyProviders) : undefined;
    const choice = hasChosen ? input.choice : (guessOf({ key, named }) ?? choiceWithoutGuess());
    const address = choice === input.choice ? input.address : storedAddress(choice);
    if (choice !== input.choice) setConfirmedAddress(address);
    setInput({ choice, key, address, named });
  }

  /** Reads several pasted lines, of which the field itself would remove the line breaks. */
  function takeLines(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text");
    if (!/[\r\n]/.test(text.trim())) return;
    event.preventDefault();
    changeKey(text, true);
  }

  /** Drops a provider that was guessed from an earlier key, unless the user has entered an address for it. */
  function choiceWithoutGuess(): string {
    return input.address === storedAddress(input.choice) ? initial.choice : input.choice;
  }

  function storedAddress(choice: string): string {
    return choice === initial.choice ? initial.address : ownAddress(choice);
  }

  function takeAddress(address: string, key = "") {
    setChosen(true);
    setConfirmedAddress(address);
    setInput({ choice: isServer ? input.choice : compatibleServer, key, address });
  }

  function changeAddress(address: string) {
    const isPasted = address.length - input.address.length > 1;
    if (isPasted) setConfirmedAddress(address);
    setInput({ ...input, address });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady) return start();
    // Enter and the button confirm what is shown, and start once it is checked.
    setConfirmedKey(input.key);
    setConfirmedAddress(input.address);
    setStarting(entry !== undefined);
  }

  /** Stores the entry as its fields in the settings would, so that the user does not enter it again. */
  function continueInSettings() {
    if (entry) storeKey(entry, { kind: "unlisted" }, "");
    onClose();
  }

  const startOnce = useEffectEvent(start);
  useEffect(() => {
    if (!isStarting || state.state === "checking" || state.state === "idle") return;
    setStarting(false);
    startOnce();
  }, [isStarting, state.state]);

  function start() {
    if (!entry || !check || !isReady) return;
    const wanted = needsModel ? model.trim() : "";
    const provider = storeKey(entry, check, wanted);
    chooseKeyModel(provider, check.kind === "listed" ? check.models : [], wanted);
    onClose();
    if (!isChatShown()) router.push("/chat");
    focusMessageBox();
  }

  return (
    <EditorDialog
      open={open}
      onClose={onClose}
      isDirty={input.key !== ""}
      title={all("access.useOwnKey")}
      size="small"
      footerStart={
        <LinkButton variant="quiet" href="/settings#access" onClick={continueInSettings}>
          {t("more")}
        </LinkButton>
      }
      footerEnd={
        <Button
          variant="solid"
          type="submit"
          form={formId}
          busy={state.state === "checking"}
          {...(isBlocked && { disabledReason: t(needsModel ? "needsModel" : "needsKey") })}
        >
          {t("start")}
        </Button>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        <SecretField
          label={t(isServer ? "keyOptional" : "key")}
          data-initial-focus=""
          help={host ? all(isRelayed ? "providers.keyHintRelay" : "providers.keyHint", { host }) : undefined}
          value={input.key}
          showLabel={all("app.show")}
          hideLabel={all("app.hide")}
          onBlur={() => {
            const typed = readPastedKey(input.key);
            if (typed.kind === "address") takeAddress(typed.address);
          }}
          onPaste={takeLines}
          onChange={(text) => changeKey(text)}
        />
        <FieldFrame label={t("provider")}>
          <Select value={input.choice} options={options} onChange={choose} />
        </FieldFrame>
        {isServer || isAddressShown || input.address !== "" ? (
          <TextField
            label={t("address")}
            type="url"
            ltr
            required={isServer}
            placeholder={isServer ? "https://example.com/v1" : "https://"}
            value={input.address}
            onChange={changeAddress}
            onBlur={() => setConfirmedAddress(input.address)}
          />
        ) : (
          <div>
            <Button variant="quiet" size="small" onClick={() => setAddressShown(true)}>
              {t("changeAddress")}
            </Button>
          </div>
        )}
        <KeyStatus
          problem={"problem" in read ? read.problem : undefined}
          state={state}
          choice={input.choice}
          host={host}
          isRelayed={isRelayed}
          hasKey={input.key !== ""}
          isUnchecked={isUnchecked}
          isUnsure={entry !== undefined && !isProviderSure && input.key.length >= minKeyChars}
          onSwitch={choose}
          onAgain={again}
          onUseUnchecked={() => setUncheckedEntry(about)}
        />
        {needsModel && <TextField label={t("model")} ltr value={model} onChange={setModel} />}
      </form>
    </EditorDialog>
  );
}

/** Whether the chat screen, which contains the message box, is visible. A phone's home page hides it. */
function isChatShown(): boolean {
  const screen = document.querySelector("[data-chat-screen]");
  return screen !== null && (screen.checkVisibility?.() ?? true);
}

/** Maximum time for the chat screen to open, and the time between looks, in milliseconds. */
const openingMs = 5000;
const lookMs = 50;

/** Focuses the message box, once the chat screen is open. The closing dialog returns the focus to its opener first. */
function focusMessageBox(): void {
  const end = performance.now() + openingMs;
  const timer = setInterval(look, lookMs);
  function look() {
    if (isChatShown()) afterPaint(() => sendShortcut("focusMessageBox"));
    else if (performance.now() < end) return;
    clearInterval(timer);
  }
  look();
}

function optionsOf(compatible: string, servers: readonly SelectOption<string>[]) {
  const [first, ...others] = keyProviders.map(({ id, name }) => ({ value: id, label: name }));
  return [...(first ? [first] : []), { value: compatibleServer, label: compatible }, ...others, ...servers];
}

/** Whether an address is that of a provider that can be chosen. */
function isPublicAddress(address: string): boolean {
  return keyProviders.some((provider) => hostOf(endpointOf(provider)?.publicUrl ?? "") === hostOf(address));
}
