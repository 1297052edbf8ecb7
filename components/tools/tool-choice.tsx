"use client";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { useAllPlugins } from "@/components/plugins/use-plugins";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { Switch } from "@/components/ui/switch";
import styles from "./tool-choice.module.css";

interface ToolChoiceProps {
  /** The ids of what is chosen; ids of what is not here are kept. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** What may be offered to the model: each plugin with a switch. */
export function ToolChoice({ chosen, onChange }: ToolChoiceProps) {
  const t = useTranslations("toolChoice");
  const plugins = useAllPlugins();
  const id = useId();
  const turn = (tool: string) => (isOn: boolean) =>
    onChange(isOn ? [...chosen, tool] : chosen.filter((each) => each !== tool));
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {t("plugins")}
      </h3>
      <ListRows>
        {plugins.map(({ id: plugin, title, version }) => (
          <ListRow key={plugin} title={<bdi>{title || t("untitled")}</bdi>} subtitle={version} isLabel>
            <Switch checked={chosen.includes(plugin)} onChange={turn(plugin)} />
          </ListRow>
        ))}
      </ListRows>
    </section>
  );
}
