/** What the page that works without the app says (`public/rescue`); the app itself never loads it. */
const rescue = {
  title: "Save your data",
  intro:
    "This page works even when the app doesn’t. It saves everything the app has stored here to a file that you can import later. Nothing is changed.",
  chats: "Chats",
  messages: "Messages",
  damaged: "Damaged records",
  looking: "Looking for your data…",
  found: "Your data was found.",
  onlySettings: "Found settings, but no chats.",
  nothing: "No app data found.",
  nothingHint:
    "Each browser, profile and site address has its own data. Open this page in the browser where you used the app, at the same address.",
  noAccess: "Couldn’t open your chats.",
  noAccessHint:
    "Close the app’s other tabs and reload this page. If that doesn’t help, restart the browser and make sure it allows this site to store data.",
  waiting: "This is taking longer than usual. If the app is open elsewhere on this device, close it there.",
  settingsFailed: "Couldn’t read your settings.",
  save: "Save everything",
  saving: "Saving…",
  saved: "File saved to your downloads. To restore it, open the app and go to Settings > Data > Import.",
  damagedKept: "Damaged records are included as far as they could be read.",
  textsLeftOut:
    "Damaged settings aren’t included because they may contain API keys. To include them, save with API keys and access codes.",
  saveFailed: "Couldn’t create the file. Nothing was lost. Try again.",
  clear: "Clear all data",
  clearQuestion: "Clear all data?",
  clearBody:
    "Deletes all chats, settings, API keys and backups on this device; your language stays. Everything, including your API keys, is saved to a file first. If that fails, nothing is cleared.",
  cancel: "Cancel",
  saveAndClear: "Save and clear",
  clearing: "Clearing…",
  cleared: "Everything was cleared. The file is in your downloads. Keep it safe, because it contains your API keys.",
  notCleared: "Couldn’t create the file, so nothing was cleared.",
  partlyCleared: "Some data couldn’t be cleared. The file was saved. Try again.",
  back: "Back to app",
  needsScript: "This page needs JavaScript, which is turned off in this browser. Turn it on and reload the page.",
} as const;

export default rescue;
