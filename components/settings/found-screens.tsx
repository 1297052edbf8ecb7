"use client";
import { useTranslations } from "use-intl";
import { screenIcons } from "@/components/screen-icons";
import { LinkButton } from "@/components/ui/link-button";
import { namedScreens } from "@/lib/brand/screens";
import { isPageHidden } from "@/lib/platform/brand";

/** Links to the screens whose names have a word that begins like the query, for a search that finds no setting. */
export function FoundScreens({ query }: { readonly query: string }) {
  const t = useTranslations();
  const wanted = query.trim().toLowerCase();
  const isNamed = (name: string) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(wanted));
  const screens = namedScreens.filter(({ path, name }) => !isPageHidden(path) && isNamed(t(name)));
  return screens.map(({ path, name }) => (
    <LinkButton key={path} icon={screenIcons[path]} href={path}>
      {t(name)}
    </LinkButton>
  ));
}
