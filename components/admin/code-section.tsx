"use client";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { useErrorMessage } from "@/components/use-error-message";
import { type AppError, toAppError } from "@/lib/errors";
import { useAdmin } from "@/store/admin/admin";
import type { AdminResponse, CodeRights, FoundCode } from "@/store/admin/admin-api";
import { type CodeDraft, codeIn, draftOf, emptyDraft, requestOf } from "@/store/admin/code-draft";
import styles from "./admin.module.css";
import { CodeForm } from "./code-form";
import { MadeCode } from "./made-code";
import { useFeatureName } from "./use-feature-name";

type Made = Extract<AdminResponse<"codes">, { readonly code: string }>;

/** Makes access codes, and shows and changes the rights of existing ones. */
export function CodeSection({ canSign }: { readonly canSign: boolean }) {
  const t = useTranslations("admin");
  const words = useErrorMessage();
  const [draft, setDraft] = useState<CodeDraft>(emptyDraft);
  const [invalid, setInvalid] = useState<readonly string[]>([]);
  const [made, setMade] = useState<Made>();
  const [problem, setProblem] = useState<AppError>();
  const [isBusy, setBusy] = useState(false);

  function change(next: CodeDraft) {
    setDraft(next);
    setInvalid([]);
    setProblem(undefined);
  }

  async function make() {
    setBusy(true);
    setMade(undefined);
    setProblem(undefined);
    try {
      const answer = await useAdmin.getState().call("codes", { body: requestOf(draft) });
      if ("invalid" in answer) setInvalid(answer.invalid);
      else setMade(answer);
    } catch (thrown) {
      setProblem(toAppError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={styles.group} aria-labelledby="admin-codes">
      <h2 id="admin-codes">{t("codes")}</h2>
      {canSign ? (
        <>
          <CodeForm draft={draft} invalid={invalid} isBusy={isBusy} onChange={change} onSubmit={() => void make()} />
          {problem && <Notice kind="error" isAlert heading={words(problem)} />}
          {made && <MadeCode made={made} />}
        </>
      ) : (
        <Notice kind="info" heading={t("noCodeSecret")} />
      )}
      <FindCode
        canChange={canSign}
        onChange={(found) => {
          change(draftOf(found));
          setMade(undefined);
        }}
      />
    </section>
  );
}

interface FindCodeProps {
  readonly canChange: boolean;
  /** Called with the code whose rights go to the form. */
  readonly onChange: (found: FoundCode) => void;
}

function FindCode({ canChange, onChange }: FindCodeProps) {
  const t = useTranslations("admin");
  const words = useErrorMessage();
  const [text, setText] = useState("");
  const [found, setFound] = useState<FoundCode | null>();
  const [problem, setProblem] = useState<AppError>();
  const [isBusy, setBusy] = useState(false);

  async function check(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFound(undefined);
    setProblem(undefined);
    try {
      const { code } = await useAdmin.getState().call("codes/check", { body: { code: codeIn(text) } });
      setFound(code);
    } catch (thrown) {
      setProblem(toAppError(thrown));
    } finally {
      setBusy(false);
    }
  }

  async function revoke(countId: string) {
    try {
      await useAdmin.getState().call("codes/revoke", { body: { countId, isRevoked: true } });
      setText("");
      setFound(undefined);
      useAdmin.getState().changed();
    } catch (thrown) {
      setProblem(toAppError(thrown));
    }
  }

  // Calls with a plain code without rights are not checked in the store.
  const isRevocable = found?.kind !== "plain" || found.rights !== undefined;

  return (
    <form className={styles.form} onSubmit={(event) => void check(event)}>
      <h3>{t("existing")}</h3>
      <TextField
        label={t("codeOrLink")}
        error={found === null ? t("unknownCode") : problem && words(problem)}
        value={text}
        ltr
        autoComplete="off"
        onChange={(value) => {
          setText(value);
          setFound(undefined);
          setProblem(undefined);
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" busy={isBusy}>
          {t("showRights")}
        </Button>
        {found && canChange && found.kind !== "plain" && (
          <Button onClick={() => onChange(found)}>{t("changeRights")}</Button>
        )}
        {found && isRevocable && (
          <Button variant="danger" onClick={() => void revoke(found.countId)}>
            {t("revoke")}
          </Button>
        )}
      </div>
      {found && <p className={styles.note}>{t(isRevocable ? "revokeHint" : "removeHint")}</p>}
      {found && <FoundRights found={found} />}
    </form>
  );
}

function FoundRights({ found }: { readonly found: FoundCode }) {
  const t = useTranslations();
  const featureName = useFeatureName();
  const { id, rights, isExpired } = found;
  const { expires, ...others }: Partial<CodeRights> = rights ?? {};
  const features: CodeDraft["features"] = others.features ?? emptyDraft.features;
  const end = expires === undefined ? "–" : new Date(expires * 1000).toISOString().replace(/\.000Z$/, "Z");
  const rows: readonly (readonly [string, string])[] = [
    [t("admin.id"), id ?? "–"],
    [t("providers.name"), others.name ?? "–"],
    [t("several.models"), others.models ?? "–"],
    [t("providers.title"), others.providers?.join(", ") ?? "–"],
    [t("admin.features"), features.map(featureName).join(", ") || "–"],
    [t("admin.lastDay"), end],
    [t("admin.perMinute"), String(others.perMinute ?? "–")],
    [t("admin.atOnce"), String(others.atOnce ?? "–")],
    [t("admin.tokensPerDay"), String(others.tokensPerDay ?? "–")],
    [t("admin.tokensPerMonth"), String(others.tokensPerMonth ?? "–")],
    [t("admin.moneyPerMonth"), String(others.moneyPerMonth ?? "–")],
  ];
  return (
    <div role="status">
      {isExpired && <p className={styles.bad}>{t("admin.expired")}</p>}
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
