/** What the page that works without the app says (`public/rescue`); the app itself never loads it. */
const rescue = {
  title: "Save your data",
  intro:
    "This page works without the app. It reads what is stored in this browser and saves it as one file, which the app can import later. Nothing is changed.",
  chats: "Chats",
  messages: "Messages",
  damaged: "Damaged records",
  looking: "Looking for your data",
  found: "Your data was found.",
  onlySettings: "There are settings here, but no chats.",
  nothing: "Nothing of the app is stored here.",
  nothingHint:
    "Every browser, every profile and every address keeps its own data. Open this page where you have used the app, in the same browser and at the same address.",
  noAccess: "The chats could not be opened.",
  noAccessHint:
    "Close all other tabs of the app and load this page again. If that does not help, restart the browser, and see that its settings allow this page to store data.",
  waiting: "This takes longer than usual. Another tab may be in the way: close all other tabs of the app.",
  settingsFailed: "The settings could not be read.",
  save: "Save everything",
  saving: "Saving",
  saved: "The file was made. Look for it in your downloads; the app reads it under Settings, Import.",
  damagedKept: "Damaged records are in the file as well, as far as they could be read.",
  textsLeftOut:
    "Damaged settings are not in the file, since they may hold keys. They are saved together with the keys and access codes.",
  saveFailed: "The file could not be made. Nothing was lost; try again.",
  clear: "Clear all data",
  clearQuestion: "Clear all data?",
  clearBody:
    "Chats, settings, keys and the copies on this device go; the language stays. Everything is saved as one file first, with the keys. If that fails, nothing is cleared.",
  cancel: "Cancel",
  saveAndClear: "Save and clear",
  clearing: "Clearing",
  cleared: "Everything was cleared. The file is in your downloads; keep it safe, it holds your keys.",
  notCleared: "Nothing was cleared, because the file could not be made.",
  partlyCleared: "Not everything could be cleared. The file was made; try again.",
  back: "Back to the app",
  needsScript: "This page needs JavaScript, which is turned off in this browser. Turn it on and load the page again.",
} as const;

export default rescue;
