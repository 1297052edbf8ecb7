"use client";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { Chip } from "@/components/ui/chip";
import { ChipSet } from "@/components/ui/chip-set";
import { Emoji } from "@/components/ui/emoji";
import { LinkButton } from "@/components/ui/link-button";
import { withGlobalSettings } from "@/lib/chat/builtin-masks";
import { languagesFirst, recentMasks } from "@/lib/chat/mask-list";
import { type StarterMask, starterMasks } from "@/lib/chat/starter-masks";
import { brand, isHidden } from "@/lib/platform/brand";
import { useLocale } from "@/store/base/locale";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useMasks } from "@/store/library/masks";
import { useSettings } from "@/store/settings/settings";
import { useGlobalSettings, useOwnMasks } from "./use-masks";
import { useStartChat } from "./use-start-chat";

/** Number of masks offered in an empty chat. */
const offered = 4;

/** The masks that were used last, followed by built-in ones to start with. The chat's own mask is omitted. */
export function RecentMasks({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations();
  const sessions = useChats((chats) => chats.sessions);
  const own = useOwnMasks();
  const session = useChats((chats) => sessionOf(chats, sessionId));
  const currentId = session?.mask.id;
  const recent = recentMasks(sessions, own, offered + 1)
    .filter(({ id }) => id !== currentId)
    .slice(0, offered);
  const omittedIds = new Set([currentId, ...recent.map(({ id }) => id)]);
  const starters = useStarters()
    .filter(({ slug }) => !omittedIds.has(slug))
    .slice(0, offered - recent.length);
  const startBuiltin = useStartBuiltin();
  const { startWith } = useStartChat();
  if (isHidden("masks") || session?.isTemporary) return null;
  return (
    <ChipSet label={t(starters.length > 0 ? "maskCatalog.starters" : "masks.recent")}>
      {recent.map((mask) => (
        <MaskChip key={mask.id} {...mask} onClick={() => startWith(mask)} />
      ))}
      {starters.map((starter) => (
        <MaskChip key={starter.slug} {...starter} onClick={() => void startBuiltin(starter.slug)} />
      ))}
      <LinkButton variant="quiet" size="small" href="/new-chat?from=home">
        {t("masks.seeAll")}
      </LinkButton>
    </ChipSet>
  );
}

interface MaskChipProps {
  readonly name: string;
  readonly avatar: string;
  readonly onClick: () => void;
}

function MaskChip({ name, avatar, onClick }: MaskChipProps) {
  return (
    <Chip onClick={onClick}>
      <Emoji code={avatar} /> <bdi>{name}</bdi>
    </Chip>
  );
}

/** Returns built-in masks for newcomers: the product's, or the first ones of the brand's own list. */
function useStarters(): readonly StarterMask[] {
  const code = useLocale((locale) => locale.code);
  const isOff = useSettings((settings) => settings.hideBuiltinMasks);
  const builtin = useMasks((masks) => masks.builtin);
  const hasOwnList = brand.masks !== undefined;
  useEffect(() => {
    if (hasOwnList && !isOff) void useMasks.getState().fetchBuiltin();
  }, [hasOwnList, isOff]);
  if (isOff) return [];
  return hasOwnList ? languagesFirst(builtin, [code, "en"]) : starterMasks(code);
}

/** Returns the function that starts a chat with a built-in mask. If the masks cannot be fetched, the picker says so. */
function useStartBuiltin() {
  const global = useGlobalSettings();
  const { startWith, pick } = useStartChat();
  return async (slug: string) => {
    await useMasks.getState().fetchBuiltin();
    const mask = useMasks.getState().builtin.find((each) => each.slug === slug);
    if (mask) startWith(withGlobalSettings(mask, global));
    else pick();
  };
}
