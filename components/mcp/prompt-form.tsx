"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import type { McpPrompt } from "@/lib/tools/mcp/listings";
import styles from "./mcp-market.module.css";

interface PromptFormProps {
  readonly prompt: McpPrompt;
  readonly onInsert: (values: Readonly<Record<string, string>>) => void;
}

/** A form for the arguments of a prompt. */
export function PromptForm({ prompt, onInsert }: PromptFormProps) {
  const t = useTranslations("serverContent");
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
  const missing = prompt.arguments.some(({ name, required }) => required && !filled[name]);
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.section}>{prompt.title || prompt.name}</legend>
      {prompt.arguments.map(({ name, description, required }) => (
        <TextField
          key={name}
          label={name}
          help={description}
          required={required}
          value={values[name] ?? ""}
          onChange={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      <Button variant="solid" {...(missing && { disabledReason: t("fillFirst") })} onClick={() => onInsert(filled)}>
        {t("insert")}
      </Button>
    </fieldset>
  );
}
