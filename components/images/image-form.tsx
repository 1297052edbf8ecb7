"use client";
import { Sparkles } from "lucide-react";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { toAppError } from "@/lib/errors";
import { clearedParams, filledParams, imageFieldsOf, missingField, sentParams } from "@/lib/models/image-fields";
import { onPageLeave } from "@/lib/platform/page-leave";
import { report } from "@/store/base/ui";
import { useImageTasks } from "@/store/image-tasks/image-tasks";
import { ImageFieldControl } from "./image-field-control";
import styles from "./image-form.module.css";
import { ModelChoice } from "./model-choice";
import { nameOfModel, useOtherDrawingModels } from "./use-drawing-models";

/** The form for an image. After submitting, its texts are cleared and its choices stay. */
export function ImageForm({ onOrdered }: { readonly onOrdered: () => void }) {
  const t = useTranslations("imageTasks");
  const others = useOtherDrawingModels();
  const [form, setForm] = useState(() => useImageTasks.getState().form);
  const [isChecked, setChecked] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const fields = imageFieldsOf(form, form.params);
  const params = filledParams(fields, form.params);
  const missing = isChecked ? missingField(fields, params) : undefined;

  // Stores the input, so that it is there after another screen or a reload.
  const keep = useEffectEvent(() => useImageTasks.getState().keepForm({ ...form, params }));
  useEffect(() => {
    const stopListening = onPageLeave("change", keep);
    return () => {
      stopListening();
      keep();
    };
  }, []);

  function order(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    const first = missingField(fields, params);
    if (first) return element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    const { providerName, model } = form;
    const { order, keepForm } = useImageTasks.getState();
    const ordered = { providerName, model, model_name: nameOfModel(form, others), params: sentParams(fields, params) };
    order(ordered).catch((thrown: unknown) => report(toAppError(thrown)));
    const next = { ...form, params: clearedParams(fields, params) };
    setForm(next);
    keepForm(next);
    setChecked(false);
    onOrdered();
  }

  return (
    <form ref={element} className={styles.panel} noValidate onSubmit={order} aria-label={t("generate")}>
      <ModelChoice chosen={form} others={others} onChange={(model) => setForm({ ...form, ...model, params })} />
      <div className={styles.fields}>
        {fields.map((field) => (
          <ImageFieldControl
            key={field.name}
            field={field}
            value={params[field.name] ?? ""}
            isMissing={field.name === missing}
            onChange={(value) => setForm({ ...form, params: { ...params, [field.name]: value } })}
          />
        ))}
      </div>
      <div className={styles.go}>
        <Button variant="solid" icon={Sparkles} type="submit" className={styles.generate}>
          {t("generate")}
        </Button>
      </div>
    </form>
  );
}
