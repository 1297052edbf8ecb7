"use client";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { ListRow } from "@/components/ui/list-row";
import { brand } from "@/lib/platform/brand";
import { readBuildInfo } from "@/lib/platform/build-info";
import { presentVersion } from "@/lib/settings/present-version";

const UpdateRow = lazyGroup(() => import("./lazy-sections")).component("UpdateRow");

/** The current version and, if the brand has a feed, whether there is a newer one. */
export function VersionRow() {
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
