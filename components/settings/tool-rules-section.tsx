"use client";
import { Trash2 } from "lucide-react";
import { useTranslations } from "use-intl";
import { useToolNames } from "@/components/tools/use-tool-names";
import { IconButton } from "@/components/ui/icon-button";
import { ListRow } from "@/components/ui/list-row";
import { useListDate } from "@/components/use-dates";
import { titleOf } from "@/lib/chat/session";
import type { ToolRule, ViewRule } from "@/lib/chat/tool-rules";
import { useChats } from "@/store/chats/chats";
import { useToolRules } from "@/store/tools/tool-rules";

/** The rules that let tools run without a question, newest first; each can be removed. */
export function ToolRulesSection() {
  const t = useTranslations("toolRules");
  const rules = useToolRules((store) => store.rules);
  const views = useToolRules((store) => store.views);
  if (rules.length + views.length === 0)
    return <ListRow title={t("none")} subtitle={t("noneHint")} anchor="tool-rules" />;
  return (
    <>
      {rules.toReversed().map((rule) => (
        <RuleRow key={rule.id} rule={rule} />
      ))}
      {views.toReversed().map((rule) => (
        <ViewRow key={rule.id} rule={rule} />
      ))}
    </>
  );
}

function ViewRow({ rule }: { readonly rule: ViewRule }) {
  const t = useTranslations("toolRules");
  const { source, host, opens, origins, since } = rule;
  const date = useListDate(since);
  const title = t("pagesOf", { name: source });
  const facts = [host, ...(opens ? [t("opensPages")] : []), ...origins, t("since", { date })];
  return (
    <ListRow title={title} subtitle={facts.join(" · ")} also={[source, host]}>
      <IconButton
        icon={Trash2}
        label={t("remove", { name: title })}
        onClick={() => useToolRules.getState().remove(rule.id)}
      />
    </ListRow>
  );
}

function RuleRow({ rule }: { readonly rule: ToolRule }) {
  const t = useTranslations("toolRules");
  const chat = useTranslations("chat");
  const { ownName, host, sessionId, since, isReading } = rule;
  const names = useToolNames();
  const identity = { kind: rule.sourceKind, source: rule.source, ownName, host };
  const source = names.sourceName(identity);
  const name = names.toolName(identity);
  const date = useListDate(since);
  const session = useChats(({ sessions }) => sessions.find(({ id }) => id === sessionId));
  const where =
    sessionId === undefined
      ? t("everywhere")
      : t("inChat", { title: session ? titleOf(session, chat("untitled")) : t("deletedChat") });
  // A tool that runs in the browser has no host.
  const facts = [source, ...(host ? [host] : []), where, ...(isReading ? [t("reading")] : []), t("since", { date })];
  return (
    <ListRow
      title={<bdi dir={name === ownName ? "ltr" : undefined}>{name}</bdi>}
      subtitle={facts.join(" · ")}
      also={[source, host]}
    >
      <IconButton icon={Trash2} label={t("remove", { name })} onClick={() => useToolRules.getState().remove(rule.id)} />
    </ListRow>
  );
}
