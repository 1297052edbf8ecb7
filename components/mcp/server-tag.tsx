"use client";
import { useTranslations } from "use-intl";
import { Tag, type TagProps } from "@/components/ui/tag";
import type { McpStatus } from "@/store/tools/mcp-connections";

/** How a server stands, as it is shown. */
export type ShownMcpState = "off" | "idle" | "connecting" | "ready" | "sign-in" | "failed";

/** Returns how a server stands on screen. */
export function shownState(isOn: boolean, status: McpStatus | undefined): ShownMcpState {
  if (!isOn) return "off";
  if (!status) return "idle";
  return status.state === "failed" && status.kind === "sign-in" ? "sign-in" : status.state;
}

const tones = {
  off: "neutral",
  idle: "neutral",
  connecting: "info",
  ready: "ok",
  "sign-in": "warn",
  failed: "bad",
} as const satisfies Record<ShownMcpState, TagProps["tone"]>;

/** Says how a server stands. */
export function ServerTag({ state }: { readonly state: ShownMcpState }) {
  const t = useTranslations("mcp");
  return (
    <Tag tone={tones[state]} dot>
      {t(`state_${state}`)}
    </Tag>
  );
}
