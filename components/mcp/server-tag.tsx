"use client";
import { useTranslations } from "use-intl";
import { Tag, type TagProps } from "@/components/ui/tag";
import type { McpStatus } from "@/store/tools/mcp-connections";

/** The display state of a server. */
export type ShownMcpState = "off" | "idle" | "connecting" | "ready" | "sign-in" | "failed";

/** Returns the display state of a server. */
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

/** The label of a server's state. */
export function ServerTag({ state }: { readonly state: ShownMcpState }) {
  const t = useTranslations("mcp");
  return (
    <Tag tone={tones[state]} dot>
      {t(`state_${state}`)}
    </Tag>
  );
}
