"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { LoadingPage, MissingPage } from "@/components/artifacts/page-states";
import { useErrorMessage } from "@/components/use-error-message";
import { type AppError, toAppError } from "@/lib/errors";
import { isSealedLink } from "@/lib/links/sealed-fragment";
import type { SharedItem } from "@/lib/links/shared-item";
import { brand, isHidden } from "@/lib/platform/brand";
import { useUi } from "@/store/base/ui";
import { readSealed, type UnreadableLink } from "@/store/sharing/sealed-links";
import { SharedChatView } from "./shared-chat-view";
import { SharedPromptView } from "./shared-prompt-view";

type State =
  | { readonly state: "loading" }
  | { readonly state: "unreadable"; readonly reason: UnreadableLink }
  | { readonly state: "failed"; readonly error: AppError }
  | { readonly state: "ready"; readonly item: SharedItem };

/** Decrypts the content of the link in the address bar and shows it, or the reason that it cannot be read. */
export function SharedPage() {
  const t = useTranslations("sealedLink");
  const errorMessage = useErrorMessage();
  const { shared, again } = useSharedItem();

  useEffect(() => {
    document.title = `${t("title")} · ${brand.name}`;
    performance.mark("screen-ready");
  }, [t]);

  switch (shared.state) {
    case "loading":
      return <LoadingPage label={t("loading")} />;
    case "unreadable":
      return <MissingPage heading={t("unreadable")} text={t(shared.reason)} />;
    case "failed":
      return <MissingPage heading={t("unreadable")} text={errorMessage(shared.error)} onAgain={again} />;
    case "ready":
      return <Item item={shared.item} />;
  }
}

function Item({ item }: { readonly item: SharedItem }) {
  switch (item.kind) {
    case "chat":
      return <SharedChatView chat={item} />;
    case "mask":
      return <SharedMask mask={item.mask} />;
    case "prompt":
      return <SharedPromptView prompt={item} />;
  }
}

/** Opens the app with the dialog that shows a mask in full before a chat starts with it. */
function SharedMask({ mask }: { readonly mask: string }) {
  const router = useRouter();
  useEffect(() => {
    useUi.getState().openDialog({ kind: "link", parameters: [["mask", mask]] });
    router.replace("/");
  }, [mask, router]);
  return null;
}

/** Returns the state of the item in the address bar; another link in the same tab is read, too. */
function useSharedItem(): { readonly shared: State; readonly again: () => void } {
  const [shared, setShared] = useState<State>({ state: "loading" });
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry has the same dependencies
  useEffect(() => {
    let isCurrent = true;
    setShared({ state: "loading" });
    readSealed(location.hash).then(
      (read) => isCurrent && setShared(stateOf(read)),
      (thrown: unknown) => isCurrent && setShared({ state: "failed", error: toAppError(thrown) }),
    );
    // Other fragments are anchors.
    const reload = () => isSealedLink(location.hash) && setTries((count) => count + 1);
    addEventListener("hashchange", reload);
    return () => {
      isCurrent = false;
      removeEventListener("hashchange", reload);
    };
  }, [tries]);

  return { shared, again: () => setTries(tries + 1) };
}

function stateOf(read: SharedItem | UnreadableLink): State {
  if (typeof read === "string") return { state: "unreadable", reason: read };
  if (read.kind === "mask" && isHidden("masks")) return { state: "unreadable", reason: "gone" };
  return { state: "ready", item: read };
}
