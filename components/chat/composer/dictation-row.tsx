"use client";
import { X } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { LiveRegion } from "@/components/ui/live-region";
import { Select } from "@/components/ui/select";
import { useErrorMessage } from "@/components/use-error-message";
import { useElapsed } from "@/components/voice/use-elapsed";
import { type DictationFailure, type DictationWay, wayId } from "@/lib/chat/dictation";
import { dictationLanguages } from "@/lib/chat/dictation-languages";
import { isComposed } from "@/lib/chat/shortcuts";
import {
  chooseLanguage,
  chooseWay,
  closeDictation,
  leaveDictation,
  recognizerLanguage,
  startDictation,
  stopDictation,
} from "@/store/voice/dictation";
import { useDictation } from "@/store/voice/dictation-state";
import styles from "./dictation-row.module.css";
import { LevelMeter } from "./level-meter";

/** The dictation of a chat, below the text of the message box. */
export function DictationRow({ sessionId }: { readonly sessionId: string }) {
  const isOpen = useDictation((dictation) => dictation.sessionId === sessionId);
  useEffect(() => () => leaveDictation(sessionId), [sessionId]);
  return isOpen ? <OpenDictation /> : null;
}

function OpenDictation() {
  const t = useTranslations("dictation");
  const row = useRef<HTMLFieldSetElement>(null);
  const state = useDictation((dictation) => dictation.state);
  const way = useDictation((dictation) => dictation.way);
  const hasWays = useDictation(({ ways }) => ways.length > 0);
  const time = useElapsed(state.phase === "listening" ? state.startedAt : null);
  useDiscardKey();

  useEffect(() => {
    // The row was opened by a button that stays where it is, so the focus moves to the row.
    row.current?.querySelector<HTMLElement>("[data-main]")?.focus();
  }, []);

  return (
    <fieldset ref={row} className={styles.row} aria-label={t("label")}>
      <div className={styles.line}>
        <LevelMeter isLive={state.phase === "listening"} />
        {state.phase === "listening" && <span className={styles.time}>{time}</span>}
        <span className={styles.state}>{phaseLabel()}</span>
        <LanguageChoice />
        <WayChoice />
        <span className={styles.grow} />
        <MainButton />
        <IconButton icon={X} label={t("discard")} keys="Esc" onClick={() => discard(row.current)} />
      </div>
      {state.phase === "listening" && state.heard !== "" && (
        <p className={styles.heard} dir="auto">
          {state.heard}
        </p>
      )}
      {state.phase === "failed" && <Failure failure={state.failure} />}
      {way && <p className={styles.where}>{whereText(way)}</p>}
      <LiveRegion text={phaseLabel()} />
    </fieldset>
  );

  function phaseLabel(): string {
    switch (state.phase) {
      case "starting":
        return t("starting");
      case "listening":
        return t("listening");
      case "transcribing":
        return t("transcribing");
      default:
        return state.phase === "ready" && !hasWays ? t("starting") : "";
    }
  }

  function whereText(used: DictationWay): string {
    switch (used.kind) {
      case "device":
        return t("whereDevice");
      case "browser":
        return t("whereBrowser");
      case "provider":
        return used.isRelayed
          ? t("whereSite", { provider: used.name })
          : t("whereProvider", { host: used.host, provider: used.name });
    }
  }
}

/** Start, Stop or Try again, as one element, so that it keeps the focus. */
function MainButton() {
  const t = useTranslations();
  const phase = useDictation(({ state }) => state.phase);
  const isKnown = useDictation(({ way }) => way !== undefined);
  if (phase === "listening") {
    return (
      <Button data-main="" size="small" variant="solid" onClick={stopDictation}>
        {t("dictation.stop")}
      </Button>
    );
  }
  const isBusy = phase === "starting" || phase === "transcribing" || (phase === "ready" && !isKnown);
  return (
    <Button data-main="" size="small" variant="solid" busy={isBusy} onClick={startDictation}>
      {t(phase === "failed" ? "voice.retry" : "dictation.start")}
    </Button>
  );
}

function Failure({ failure }: { readonly failure: DictationFailure }) {
  const t = useTranslations();
  const errorMessage = useErrorMessage();
  return (
    <div role="alert" className={styles.failure}>
      <p>{reason()}</p>
      {failure.reason === "service" && failure.error.message !== failure.error.code && (
        <p>
          <bdi>{failure.error.message}</bdi>
        </p>
      )}
    </div>
  );

  function reason(): string {
    switch (failure.reason) {
      case "denied":
        return t("voice.denied");
      case "no-microphone":
        return t("voice.noMicrophone");
      case "empty":
        return t("dictation.empty");
      case "language":
        return t("dictation.languageMissing");
      case "unreachable":
        return t("dictation.unreachable");
      case "service-off":
        return t("dictation.serviceOff");
      case "service":
        return errorMessage(failure.error);
    }
  }
}

function LanguageChoice() {
  const t = useTranslations("dictation");
  const locale = useLocale();
  const language = useDictation((dictation) => dictation.language);
  const isDetected = useDictation(({ way }) => way?.kind === "provider");
  const isBusy = useDictation(({ state }) => state.phase === "transcribing");
  const names = new Intl.DisplayNames(locale, { type: "language" });
  const languages = dictationLanguages(navigator.languages).map((tag) => ({ value: tag, label: names.of(tag) ?? tag }));
  languages.sort((one, other) => one.label.localeCompare(other.label, locale));
  const options = isDetected ? [{ value: "", label: t("automatic") }, ...languages] : languages;
  return (
    <Select
      bare
      className={styles.choice}
      label={t("language")}
      value={isDetected ? language : recognizerLanguage(language)}
      options={options}
      disabled={isBusy}
      onChange={(tag) => void chooseLanguage(tag)}
    />
  );
}

/** The choice of the way, if there are several. */
function WayChoice() {
  const t = useTranslations("dictation");
  const ways = useDictation((dictation) => dictation.ways);
  const way = useDictation((dictation) => dictation.way);
  const isBusy = useDictation(({ state }) => state.phase === "transcribing");
  if (!way || ways.length < 2) return null;
  const labels = { device: t("onDevice"), browser: t("byBrowser") };
  return (
    <Select
      bare
      className={styles.choice}
      label={t("way")}
      value={wayId(way)}
      options={ways.map((each) => ({
        value: wayId(each),
        label: each.kind === "provider" ? each.name : labels[each.kind],
      }))}
      disabled={isBusy}
      onChange={chooseWay}
    />
  );
}

function discard(row: HTMLElement | null): void {
  const box = row?.closest("form")?.querySelector("textarea");
  closeDictation();
  box?.focus();
}

/** Discards the dictation on Esc, unless something else closes on that key. */
function useDiscardKey(): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isFree = !event.defaultPrevented && !isComposed(event) && !document.querySelector("dialog[open]");
    if (event.key !== "Escape" || event.shiftKey || !isFree) return;
    event.preventDefault();
    discard(document.querySelector<HTMLElement>(`.${styles.row}`));
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
