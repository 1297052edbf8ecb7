"use client";
import { type ClipboardEvent, useState } from "react";
import { providerOfVariable } from "@/lib/links/key-prefixes";
import { readPastedKey } from "@/lib/links/pasted-key";
import { endpointOf } from "@/lib/providers/provider";
import { hostOf } from "@/lib/settings/access-settings";
import { apiOfChoice, compatibleServer, keyProviders } from "@/store/settings/add-key";
import { initialInput, ownAddress } from "./initial-input";
import { guessOf, type KeyInput } from "./key-problem";

/**
 * The input of the dialog, and which parts of it the user has confirmed. A key that several providers could have issued
 * is sent nowhere until the user has chosen one.
 */
export function useKeyInput(providerName: string | undefined) {
  const [initial] = useState(() => initialInput(providerName));
  const [input, setInput] = useState<KeyInput>(initial);
  const [hasChosen, setChosen] = useState(false);
  const [confirmedKey, setConfirmedKey] = useState<string>();
  // While an address is typed, its beginnings are other hosts.
  const [confirmedAddress, setConfirmedAddress] = useState(input.address);
  const isServer = apiOfChoice(input.choice) !== undefined;
  const isChosen = hasChosen || input.key === confirmedKey;
  const isProviderSure = isChosen || input.address !== "" || guessOf(input) === input.choice;
  const isSure = isProviderSure && (input.address === "" || input.address === confirmedAddress);

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
    const choice = hasChosen ? input.choice : (guessOf({ key, named }) ?? choiceWithoutGuess(input, initial));
    const address = choice === input.choice ? input.address : storedAddress(choice, initial);
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

  function takeAddress(address: string, key = "") {
    setChosen(true);
    setConfirmedAddress(address);
    setInput({ choice: isServer ? input.choice : compatibleServer, key, address });
  }

  /** Moves an address that was typed as a key to its own field, and reads a typed line of a script as a pasted one. */
  function leaveKey() {
    const typed = readPastedKey(input.key);
    if (typed.kind === "address") takeAddress(typed.address);
    else if (typed.key !== input.key) changeKey(input.key, true);
  }

  function changeAddress(address: string) {
    const isPasted = address.length - input.address.length > 1;
    if (isPasted) setConfirmedAddress(address);
    setInput({ ...input, address });
  }

  const confirmAddress = () => setConfirmedAddress(input.address);

  /** Confirms what is shown. */
  function confirm() {
    setConfirmedKey(input.key);
    confirmAddress();
  }

  const changes = { choose, changeKey, takeLines, leaveKey, changeAddress, confirmAddress, confirm };
  return { input, isServer, isProviderSure, isSure, ...changes };
}

/** Drops a provider that was guessed from an earlier key, unless the user has entered an address for it. */
function choiceWithoutGuess({ choice, address }: KeyInput, initial: KeyInput): string {
  return address === storedAddress(choice, initial) ? initial.choice : choice;
}

function storedAddress(choice: string, initial: KeyInput): string {
  return choice === initial.choice ? initial.address : ownAddress(choice);
}

/** Whether an address is that of a provider that can be chosen. */
function isPublicAddress(address: string): boolean {
  return keyProviders.some((provider) => hostOf(endpointOf(provider)?.publicUrl ?? "") === hostOf(address));
}
