"use client";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { ListRow } from "@/components/ui/list-row";
import { brand } from "@/lib/platform/brand";
import { readBuildInfo } from "@/lib/platform/build-info";
import { presentVersion } from "@/lib/settings/present-version";

const UpdateRow = lazyGroup(() => import("./lazy-sections")).component("UpdateRow");
const ShellUpdateRow = process.env.BUILD_APP
  ? lazyGroup(() => import("./shell-update-row")).component("ShellUpdateRow")
  : undefined;

/** The current version and, if the brand has a feed, whether there is a newer one. */
export function VersionRow() {
  const t = useTranslations("settings");
  const { updates } = brand;
  const version = presentVersion(updates.kind, readBuildInfo(document));
  const row = <ListRow title={t("version")} subtitle={version} anchor="version" also={[t("versionAlso")]} />;
  const inBrowser = updates.feed === "" ? row : <UpdateRow source={updates} present={version} />;
  const content = ShellUpdateRow ? <ShellUpdateRow present={version}>{inBrowser}</ShellUpdateRow> : inBrowser;
  return <Suspense fallback={row}>{content}</Suspense>;
}
