"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { EditorDialog } from "@/components/shell/editor-dialog";
import { Button } from "@/components/ui/button";
import type { DialogOpening } from "@/components/ui/dialog";
import { FieldFrame } from "@/components/ui/field-frame";
import { LinkButton } from "@/components/ui/link-button";
import { SecretField } from "@/components/ui/secret-field";
import { Select, type SelectOption } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { useAccess } from "@/store/settings/access";
import {
  compatibleServer,
  hostOfEntry,
  type KeyEntry,
  keyProviders,
  otherServers,
  storeKey,
} from "@/store/settings/add-key";
import styles from "./add-key-dialog.module.css";
import { chooseKeyModel } from "./choose-key-model";
import { focusMessageBox, isChatShown } from "./focus-message-box";
import { entryOf, type KeyProblem } from "./key-problem";
import { exampleAddress, KeyStatus } from "./key-status";
import { useCheckedKey } from "./use-checked-key";
import type { CheckState } from "./use-key-check";
import { useKeyInput } from "./use-key-input";

/** Length of a key from which its provider is asked for, in characters: a shorter one is still being typed. */
const minKeyChars = 12;

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
  const formId = useId();
  const edited = useKeyInput(providerName);
  const { input, isServer, isSure } = edited;
  const read = entryOf(input, location.protocol);
  const entry = "entry" in read ? read.entry : undefined;
  const checked = useCheckedKey(entry, open && isSure);
  const { state, check } = checked;
  const [model, setModel] = useState("");
  const needsModel = isServer && check !== undefined && check.kind !== "listed";
  const isReady = entry !== undefined && check !== undefined && (!needsModel || model.trim() !== "");
  const isBlocked = !isReady && state.state !== "checking" && (isSure || entry === undefined);
  const openChat = useOpenChat();
  const startOnceChecked = useWhenChecked(state.state, start);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady) return start();
    // Enter and the button confirm what is shown, and start once it is checked.
    edited.confirm();
    startOnceChecked(entry !== undefined);
  }

  function start() {
    if (!entry || !check || !isReady) return;
    const wanted = needsModel ? model.trim() : "";
    const provider = storeKey(entry, check, wanted);
    chooseKeyModel(provider, check.kind === "listed" ? check.models : [], wanted);
    onClose();
    openChat();
  }

  /** Stores the entry as its fields in the settings would, so that the user does not enter it again. */
  function continueInSettings() {
    if (entry) storeKey(entry, { kind: "unlisted" }, "");
    onClose();
  }

  const footerStart = (
    <LinkButton variant="quiet" href="/settings#access" onClick={continueInSettings}>
      {t("more")}
    </LinkButton>
  );
  const reason = isBlocked && { disabledReason: t(needsModel ? "needsModel" : "needsKey") };
  const footerEnd = (
    <Button variant="solid" type="submit" form={formId} busy={state.state === "checking"} {...reason}>
      {t("start")}
    </Button>
  );
  return (
    <EditorDialog
      open={open}
      onClose={onClose}
      isDirty={input.key !== ""}
      title={all("access.useOwnKey")}
      size="small"
      grows
      footerStart={footerStart}
      footerEnd={footerEnd}
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        <KeyFields
          edited={edited}
          entry={entry}
          checked={checked}
          problem={"problem" in read ? read.problem : undefined}
        />
        {needsModel && <TextField label={t("model")} ltr value={model} onChange={setModel} />}
      </form>
    </EditorDialog>
  );
}

/** Returns a function that opens the chat screen, if necessary, and focuses its message box. */
function useOpenChat() {
  const router = useRouter();
  return () => {
    if (!isChatShown()) router.push("/chat");
    focusMessageBox();
  };
}

/** Returns a function that runs `start` at the end of the next check, or cancels that. */
function useWhenChecked(state: CheckState["state"], start: () => void) {
  const [isStarting, setStarting] = useState(false);
  const startOnce = useEffectEvent(start);
  useEffect(() => {
    if (!isStarting || state === "checking" || state === "idle") return;
    setStarting(false);
    startOnce();
  }, [isStarting, state]);
  return setStarting;
}

interface KeyFieldsProps {
  readonly edited: ReturnType<typeof useKeyInput>;
  readonly entry: KeyEntry | undefined;
  readonly checked: ReturnType<typeof useCheckedKey>;
  readonly problem: KeyProblem | undefined;
}

/** Key, provider and address, with the state of the check. */
function KeyFields({ edited, entry, checked, problem }: KeyFieldsProps) {
  const t = useTranslations("addKey");
  const all = useTranslations();
  const access = useAccess();
  const { input, isServer, isProviderSure } = edited;
  const isRelayed = access.reach.relay !== undefined && !isServer && input.address === "";
  const host = hostOfEntry({ ...input, address: entry?.address ?? "" }, access);
  const options = optionsOf(
    t("compatible"),
    otherServers.map(({ choice, api }) => ({ value: choice, label: t("serverWith", { api }) })),
  );
  return (
    <>
      <SecretField
        label={t(isServer ? "keyOptional" : "key")}
        data-initial-focus=""
        help={host ? all(isRelayed ? "providers.keyHintRelay" : "providers.keyHint", { host }) : undefined}
        value={input.key}
        showLabel={all("app.show")}
        hideLabel={all("app.hide")}
        onBlur={edited.leaveKey}
        onPaste={edited.takeLines}
        onChange={(text) => edited.changeKey(text)}
      />
      <FieldFrame label={t("provider")}>
        <Select value={input.choice} options={options} onChange={edited.choose} />
      </FieldFrame>
      <AddressField edited={edited} />
      <KeyStatus
        problem={problem}
        state={checked.state}
        choice={input.choice}
        host={host}
        isRelayed={isRelayed}
        hasKey={input.key !== ""}
        isUnchecked={checked.isUnchecked}
        isUnsure={entry !== undefined && !isProviderSure && input.key.length >= minKeyChars}
        onSwitch={edited.choose}
        onAgain={checked.again}
        onStop={checked.stop}
        onUseUnchecked={checked.skip}
      />
    </>
  );
}

/** The address of a server. For a provider's own address, a button that shows the field. */
function AddressField({ edited }: Pick<KeyFieldsProps, "edited">) {
  const t = useTranslations("addKey");
  const [isShown, setShown] = useState(false);
  const { input, isServer } = edited;
  if (!isServer && !isShown && input.address === "") {
    return (
      <div>
        <Button variant="quiet" size="small" onClick={() => setShown(true)}>
          {t("changeAddress")}
        </Button>
      </div>
    );
  }
  return (
    <TextField
      label={t("address")}
      type="url"
      ltr
      required={isServer}
      placeholder={isServer ? exampleAddress : "https://"}
      value={input.address}
      onChange={edited.changeAddress}
      onBlur={edited.confirmAddress}
    />
  );
}

function optionsOf(compatible: string, servers: readonly SelectOption<string>[]) {
  const [first, ...others] = keyProviders.map(({ id, name }) => ({ value: id, label: name }));
  return [...(first ? [first] : []), { value: compatibleServer, label: compatible }, ...others, ...servers];
}
