"use client";
import { FolderPlus, Tag } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { searchHref } from "@/components/search/search-address";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { frequentTags } from "@/lib/chat/frequent-tags";
import { addOperator } from "@/lib/search/operators";
import { useChats } from "@/store/chats/chats";
import { filterByTags } from "@/store/chats/tag-filter";
import styles from "./chat-list-tools.module.css";

/** Maximum number of tags in the menu. The search finds chats by all others. */
const maxTags = 50;

interface ChatListToolsProps {
  readonly onNewProject: () => void;
  /** Announces a change to screen readers. */
  readonly onAnnounce: (text: string) => void;
}

/** The buttons beside the heading of the chat list: a new project, and the filter by tags. */
export function ChatListTools({ onNewProject, onAnnounce }: ChatListToolsProps) {
  const t = useTranslations();
  return (
    <span className={styles.tools}>
      <TagFilter onAnnounce={onAnnounce} />
      <IconButton
        icon={FolderPlus}
        iconSize="small"
        className={styles.tool}
        label={t("projects.new")}
        aria-haspopup="dialog"
        onClick={onNewProject}
      />
    </span>
  );
}

/** A menu of the tags of all chats. The list shows the chats that have all checked ones. */
function TagFilter({ onAnnounce }: Pick<ChatListToolsProps, "onAnnounce">) {
  const t = useTranslations();
  const format = useFormatter();
  const router = useRouter();
  const sessions = useChats((chats) => chats.sessions);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const tags = useMemo(() => frequentTags(sessions).slice(0, maxTags), [sessions]);
  // The list is mounted again without the filter.
  useEffect(() => () => filterByTags([]), []);
  if (tags.length + chosen.length === 0) return null;

  function choose(next: readonly string[]) {
    setChosen(next);
    filterByTags(next);
    onAnnounce(next.length === 0 ? t("tags.allShown") : t("tags.filtered", { tags: format.list(next) }));
  }

  const isChosen = (tag: string) => chosen.includes(tag);
  const toggled = (tag: string) => (isChosen(tag) ? chosen.filter((each) => each !== tag) : [...chosen, tag]);
  const further = [
    { id: "all", label: t("tags.showAll"), separatorBefore: true, onSelect: () => choose([]) },
    {
      id: "search",
      label: t("tags.searchThese"),
      onSelect: () =>
        router.push(searchHref({ words: chosen.reduce((words, tag) => addOperator(words, "tag", tag), "") })),
    },
  ];
  return (
    <Menu
      label={t("tags.filter")}
      closeLabel={t("app.close")}
      align="end"
      items={[
        ...[...chosen.filter((tag) => !tags.includes(tag)), ...tags].map((tag) => ({
          id: `tag ${tag}`,
          label: tag,
          checked: isChosen(tag),
          onSelect: () => choose(toggled(tag)),
        })),
        ...(chosen.length > 0 ? further : []),
      ]}
      trigger={(trigger) => (
        <IconButton
          {...trigger}
          icon={Tag}
          iconSize="small"
          className={styles.tool}
          data-active={chosen.length > 0 || undefined}
          label={chosen.length > 0 ? `${t("tags.filter")}: ${format.list(chosen)}` : t("tags.filter")}
        />
      )}
    />
  );
}
