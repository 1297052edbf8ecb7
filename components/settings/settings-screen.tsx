"use client";
import { X } from "lucide-react";
import { useRouter } from "next/navigation";
import { Suspense, useEffect } from "react";
import { useTranslations } from "use-intl";
import { lazyWithWords, useSettingsWords } from "@/components/all-words";
import { IconLink } from "@/components/ui/icon-button";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { Select } from "@/components/ui/select";
import { useIdle } from "@/components/ui/use-idle";
import { isComposed } from "@/lib/chat/commands";
import { brand } from "@/lib/platform/brand";
import { isLocaleCode, locales } from "@/locales/registry";
import { useLocale } from "@/store/locale";
import { goToNamedSetting, settingRowId, settingsSections } from "./sections";
import { SettingRows } from "./setting-rows";
import styles from "./settings-screen.module.css";

const AccessSection = lazyWithWords(async () => (await import("./access-section")).AccessSection);
const DataSection = lazyWithWords(async () => (await import("./data-section")).DataSection);
const ModelDefaults = lazyWithWords(async () => (await import("./model-defaults")).ModelDefaults);
const PromptsRow = lazyWithWords(async () => (await import("./prompts-row")).PromptsRow);
const ResetSection = lazyWithWords(async () => (await import("./reset-section")).ResetSection);

/** The settings that exist, by section; a change applies at once. */
export function SettingsScreen() {
  return useSettingsWords() && <Sections />;
}

function Sections() {
  const t = useTranslations("settings");
  const isIdle = useIdle();
  const router = useRouter();

  useEffect(() => {
    document.title = `${t("title")} · ${brand.name}`;
    // The sections exist only once the app is up, so the browser could not scroll to what the address names.
    goToNamedSetting();
    function onKeyDown(event: KeyboardEvent) {
      const isFree = !event.defaultPrevented && !isComposed(event) && !document.querySelector("dialog[open]");
      if (event.key === "Escape" && isFree) router.push("/");
    }
    addEventListener("keydown", onKeyDown);
    performance.mark("screen-ready");
    return () => removeEventListener("keydown", onKeyDown);
  }, [router, t]);

  return (
    <section className={styles.screen} aria-labelledby="settings-title">
      <header className={styles.head}>
        <h1 id="settings-title">{t("title")}</h1>
        <IconLink icon={X} label={t("close")} keys="Esc" href="/" />
      </header>
      <div className={styles.scroll}>
        <div className={styles.page}>
          <nav className={styles.contents} aria-label={t("sections")}>
            {settingsSections.map((section) => (
              <a key={section} href={`#${section}`}>
                {t(section)}
              </a>
            ))}
          </nav>
          <div>
            <Group id="general">
              <LanguageRow />
              <SettingRows section="general" />
            </Group>
            <Group id="reading">
              <SettingRows section="reading" />
            </Group>
            <Group id="masks">
              <SettingRows section="masks" />
              <Suspense>
                {isIdle && (
                  <>
                    <PromptsRow />
                    <SectionArrived />
                  </>
                )}
              </Suspense>
            </Group>
            <Group id="access" isPlain>
              <Suspense>
                {isIdle && (
                  <>
                    <AccessSection />
                    <SectionArrived />
                  </>
                )}
              </Suspense>
            </Group>
            <Group id="model">
              <Suspense>
                {isIdle && (
                  <>
                    <ModelDefaults />
                    <SectionArrived />
                  </>
                )}
              </Suspense>
            </Group>
            <Group id="data" isPlain>
              <Suspense>
                {isIdle && (
                  <>
                    <DataSection />
                    <SectionArrived />
                  </>
                )}
              </Suspense>
            </Group>
            <Group id="reset" isPlain>
              <Suspense>{isIdle && <ResetSection />}</Suspense>
            </Group>
          </div>
        </div>
      </div>
    </section>
  );
}

/** Stands behind what is loaded later: it may be what the address names, or have moved that. */
function SectionArrived() {
  useEffect(goToNamedSetting, []);
  return null;
}

/** A section under its heading; its rows stand between two lines, unless it lays them out itself. */
function Group({
  id,
  isPlain = false,
  children,
}: {
  id: (typeof settingsSections)[number];
  isPlain?: boolean;
  children: React.ReactNode;
}) {
  const t = useTranslations("settings");
  return (
    <section className={styles.group} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t(id)}</h2>
      {isPlain ? children : <ListRows>{children}</ListRows>}
    </section>
  );
}

function LanguageRow() {
  const t = useTranslations("settings");
  const { code, change } = useLocale();
  return (
    <ListRow id={settingRowId("language")} title={t("language")} subtitle={t("languageHint")}>
      <Select
        value={code}
        options={Object.entries(locales).map(([value, { name }]) => ({ value, label: name }))}
        onChange={(next) => isLocaleCode(next) && change(next)}
      />
    </ListRow>
  );
}
