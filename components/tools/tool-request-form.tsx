"use client";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import type { FormRequest, ToolReply } from "@/lib/chat/tool-request";
import { type FormInput, formValues, initialInput, inputProblem } from "@/lib/tools/mcp/form-values";
import { ReplyButtons } from "./reply-buttons";
import { RequestFieldInput } from "./request-field-input";
import styles from "./tool-calls.module.css";

interface ToolRequestFormProps {
  readonly request: FormRequest;
  readonly host: string;
  readonly onReply: (reply: ToolReply) => void;
}

/** The form of a tool's source. Problems are shown once the user tries to send it. */
export function ToolRequestForm({ request: { fields }, host, onReply }: ToolRequestFormProps) {
  const t = useTranslations("toolCalls");
  const [inputs, setInputs] = useState<readonly FormInput[]>(() => fields.map(initialInput));
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLDivElement>(null);
  const problems = fields.map((field, place) => inputProblem(field, inputs[place] ?? ""));

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempts]);

  function send() {
    if (problems.some((problem) => problem !== undefined)) setAttempts(attempts + 1);
    else onReply({ action: "accept", values: formValues(fields, inputs) });
  }

  return (
    <div ref={form} className={styles.form}>
      {fields.map((field, place) => (
        <RequestFieldInput
          key={field.name}
          field={field}
          input={inputs[place] ?? ""}
          problem={attempts > 0 ? problems[place] : undefined}
          onChange={(input) => setInputs(inputs.with(place, input))}
        />
      ))}
      <p className={styles.host}>{t("formHint", { host })}</p>
      <div className={styles.answers}>
        <Button variant="solid" size="small" onClick={send}>
          {t("send")}
        </Button>
        <ReplyButtons onReply={onReply} />
      </div>
    </div>
  );
}
