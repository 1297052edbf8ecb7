import type { Environment } from "@/lib/environment";
import type { ArtifactStore } from "@/lib/server/artifacts/artifact-store";
import { cloudflareArtifacts } from "@/lib/server/artifacts/cloudflare-artifacts";
import { upstashArtifacts } from "@/lib/server/artifacts/upstash-artifacts";
import type { ServerConfig } from "@/lib/server/server-config";

/** Maximum pages that are written and read per minute, because each costs the operator storage and calls. */
export const artifactLimits = {
  writes: { perClient: 10, ofUnknownClients: 60 },
  reads: { perClient: 60, ofUnknownClients: 600 },
} as const;

/** Opens the operator's store of shared pages; undefined if none is configured. */
export async function openArtifacts(
  { artifactPlace }: Pick<ServerConfig, "artifactPlace">,
  env: Environment,
): Promise<ArtifactStore | undefined> {
  switch (artifactPlace?.kind) {
    case "disk":
      if (process.env.NEXT_RUNTIME !== "edge") {
        const { diskArtifacts } = await import("@/lib/server/artifacts/disk-artifacts");
        return diskArtifacts(artifactPlace.folder, env.now);
      }
      return undefined;
    case "upstash":
      return upstashArtifacts(artifactPlace, env);
    case "cloudflare":
      return cloudflareArtifacts(artifactPlace, env);
    case undefined:
      return undefined;
  }
}
