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
import { useProjects } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { pickerHref } from "./picker-href";
import { useGlobalSettings, useOwnMasks, useProjectMasks } from "./use-masks";
import { useStartChat } from "./use-start-chat";

/** Number of masks offered in an empty chat. */
const offered = 4;

/**
 * The masks of the chat's project and those that were used last, followed by built-in ones to start with. The chat's own
 * mask is omitted.
 */
export function RecentMasks({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations();
  const sessions = useChats((chats) => chats.sessions);
  const own = useOwnMasks();
  const session = useChats((chats) => sessionOf(chats, sessionId));
  const projectId = useProjects(({ byId }) => byId.get(session?.projectId ?? "")?.id);
  const ofProject = useProjectMasks(projectId);
  const currentId = session?.mask.id;
  const firstIds = new Set(ofProject.map(({ id }) => id));
  const recent = [...ofProject, ...recentMasks(sessions, own, 2 * offered + 1).filter(({ id }) => !firstIds.has(id))]
    .filter(({ id }) => id !== currentId)
    .slice(0, offered);
  const omittedIds = new Set([currentId, ...recent.map(({ id }) => id)]);
  const starters = useStarters()
    .filter(({ slug }) => !omittedIds.has(slug))
    .slice(0, offered - recent.length);
  const startBuiltin = useStartBuiltin(projectId);
  const { startWith } = useStartChat(projectId);
  if (isHidden("masks") || session?.isTemporary) return null;

  function labelText(): string {
    if (ofProject.length > 0) return t("sidebarNav.masks");
    return t(starters.length > 0 ? "maskCatalog.starters" : "masks.recent");
  }

  return (
    <ChipSet label={labelText()}>
      {recent.map((mask) => (
        <MaskChip key={mask.id} {...mask} name={mask.name || t("masks.untitled")} onClick={() => startWith(mask)} />
      ))}
      {starters.map((starter) => (
        <MaskChip key={starter.slug} {...starter} onClick={() => void startBuiltin(starter.slug)} />
      ))}
      <LinkButton variant="quiet" size="small" href={pickerHref({ from: "home", project: projectId })}>
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
function useStartBuiltin(projectId: string | undefined) {
  const global = useGlobalSettings();
  const { startWith, pick } = useStartChat(projectId);
  return async (slug: string) => {
    await useMasks.getState().fetchBuiltin();
    const mask = useMasks.getState().builtin.find((each) => each.slug === slug);
    if (mask) startWith(withGlobalSettings(mask, global));
    else pick();
  };
}
