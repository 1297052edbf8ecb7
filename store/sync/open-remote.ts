import type { Environment } from "@/lib/environment";
import type { SyncSettings } from "@/lib/settings/sync-settings";
import type { Remote, Way } from "@/lib/sync/remote";
import { type CallLimits, remoteSender } from "@/lib/sync/send";
import { openUpstash } from "@/lib/sync/upstash";
import { openWebDav } from "@/lib/sync/webdav";

/** Opens the remote that the settings name. The code of further services is loaded on first use. */
export async function openRemote(
  settings: SyncSettings,
  way: Way,
  env: Pick<Environment, "fetch" | "now">,
  limits?: CallLimits,
): Promise<Remote> {
  const send = remoteSender(env, limits);
  switch (settings.provider) {
    case "webdav":
      return openWebDav(settings.webdav, way, send);
    case "upstash":
      return openUpstash(settings.upstash, way, send);
    case "folder": {
      const { openSyncFolder } = await import("@/store/sync/sync-folder");
      const { openFolderLocation } = await import("@/lib/sync/folder");
      return openFolderLocation(await openSyncFolder(settings.folder));
    }
    case "s3":
      return (await import("@/lib/sync/s3")).openS3(settings.s3, way, send, () => env.now());
  }
}
