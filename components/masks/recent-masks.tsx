"use client";
import { useTranslations } from "use-intl";
import { LinkButton } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { ChipSet } from "@/components/ui/chip-set";
import { emojiGlyph } from "@/components/ui/emoji-glyph";
import { recentMasks } from "@/lib/chat/mask-list";
import { isHidden } from "@/lib/platform/brand";
import { useChats } from "@/store/chats/chats";
import { useOwnMasks } from "./use-masks";
import { useStartChat } from "./use-start-chat";

/** Number of masks offered in an empty chat. */
const offered = 4;

/** The masks that were used last; empty if the user has not used any. */
export function RecentMasks() {
  const t = useTranslations("masks");
  const sessions = useChats((chats) => chats.sessions);
  const own = useOwnMasks();
  const masks = recentMasks(sessions, own, offered);
  const { startWith } = useStartChat();
  if (masks.length === 0 || isHidden("masks")) return null;
  return (
    <ChipSet label={t("recent")}>
      {masks.map((mask) => (
        <Chip key={mask.id} onClick={() => startWith(mask)}>
          <span aria-hidden="true">{emojiGlyph(mask.avatar)}</span> <bdi>{mask.name}</bdi>
        </Chip>
      ))}
      <LinkButton variant="quiet" size="small" href="/new-chat?from=home">
        {t("seeAll")}
      </LinkButton>
    </ChipSet>
  );
}
