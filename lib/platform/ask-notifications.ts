import { brand } from "@/lib/platform/brand";
import { basePath } from "@/lib/platform/build-info";
import { desktop } from "@/lib/platform/desktop";
import { type NotificationAccess, notificationAccess, workerRegistration, workers } from "@/lib/platform/notifications";

/**
 * Asks the user to allow notifications, if the browser still asks. Returns the decision; "unsupported" if neither this
 * page nor a service worker could show them.
 */
export async function askNotificationAccess(): Promise<NotificationAccess> {
  if (notificationAccess() === "unsupported") return "unsupported";
  if (process.env.BUILD_APP && (await desktop())) return "granted";
  const answer = await Notification.requestPermission();
  // Some browsers answer that the user has not decided, even if they block the question.
  const access = answer === "default" ? notificationAccess() : answer;
  if (access !== "granted" || (await workerRegistration()) || createsNotifications()) return access;
  return (await registerWorker()) ? access : "unsupported";
}

/** Whether pages can create notifications, unlike on Android. The one of this attempt is closed at once. */
function createsNotifications(): boolean {
  try {
    new Notification(brand.name, { silent: true }).close();
    return true;
  } catch {
    return false;
  }
}

/** Registers the service worker, which the app does not do on devices that save data. Returns whether that worked. */
async function registerWorker(): Promise<boolean> {
  try {
    await workers()?.register(`${basePath}/serviceWorker.js`, { updateViaCache: "none" });
    return workers() !== undefined;
  } catch (error) {
    console.warn("Could not register the service worker, which shows notifications.", error);
    return false;
  }
}
