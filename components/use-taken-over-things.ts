import { useFormatter, useTranslations } from "use-intl";
import { type TakeoverCounts, takeoverThings } from "@/store/base/takeover-counts";

/** Names of the counted things in the locales. */
const names = {
  chats: "takenOverChats",
  messages: "takenOverMessages",
  masks: "takenOverMasks",
  prompts: "takenOverPrompts",
  plugins: "takenOverPlugins",
  servers: "takenOverServers",
  images: "takenOverImages",
  keys: "takenOverKeys",
  drafts: "takenOverDrafts",
} as const satisfies Record<keyof TakeoverCounts, string>;

/** Returns a function that lists the things of a takeover: `Masks: 2, Prompts: 1, Settings`. */
export function useTakenOverThings(): (counts: TakeoverCounts, hasSettings: boolean) => string {
  const t = useTranslations();
  const format = useFormatter();
  return (counts, hasSettings) => {
    const counted = takeoverThings.filter((thing) => counts[thing] > 0);
    const things = counted.map((thing) => t(`data.${names[thing]}`, { count: counts[thing] }));
    return format.list([...things, ...(hasSettings ? [t("data.takenOverSettings")] : [])], { type: "unit" });
  };
}
