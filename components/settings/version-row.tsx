"use client";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { lazyWithWords } from "@/components/all-words";
import { ListRow } from "@/components/ui/list-row";
import { brand } from "@/lib/platform/brand";
import { readBuildInfo } from "@/lib/platform/build-info";
import { presentVersion } from "@/lib/settings/present-version";
import { useAccess } from "@/store/settings/access";

const AnalyticsRow = lazyWithWords(async () => (await import("./later-sections")).AnalyticsRow);
const UpdateRow = lazyWithWords(async () => (await import("./later-sections")).UpdateRow);

/** The app's version, whether there is a newer one if the brand names a feed, and whether visits are counted. */
export function VersionRow() {
  const hasAnalytics = useAccess(({ flags }) => flags?.analytics === true);
  return (
    <>
      <OwnVersionRow />
      <Suspense>{hasAnalytics && <AnalyticsRow />}</Suspense>
    </>
  );
}

function OwnVersionRow() {
  const t = useTranslations("settings");
  const { updates } = brand;
  const version = presentVersion(updates.kind, readBuildInfo(document));
  const row = <ListRow title={t("version")} subtitle={version} anchor="version" also={[t("versionAlso")]} />;
  if (updates.feed === "") return row;
  return (
    <Suspense fallback={row}>
      <UpdateRow source={updates} present={version} />
    </Suspense>
  );
}
