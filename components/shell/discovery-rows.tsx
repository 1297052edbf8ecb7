"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { screenIcons } from "@/components/screen-icons";
import type { MenuItem } from "@/components/ui/menu-item";
import { useCodeFeatures } from "@/store/settings/code-features";
import { discoveries, useHasOperatorsMcp } from "./discoveries";

interface DiscoveryRowsProps {
  readonly render: (rows: readonly MenuItem[]) => ReactNode;
}

/** The rows of the Discovery menu. */
export function DiscoveryRows({ render }: DiscoveryRowsProps) {
  const t = useTranslations();
  const lacksImages = useCodeFeatures(({ lacking }) => lacking.includes("images"));
  const screens = discoveries(useHasOperatorsMcp()).filter(({ path }) => !(lacksImages && path === "/sd"));
  return render(screens.map(({ path, name }) => ({ id: path, label: t(name), icon: screenIcons[path], href: path })));
}
