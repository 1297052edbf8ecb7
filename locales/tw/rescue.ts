import type { RescueWords } from "@/locales/messages";

export default {
  title: "儲存你的資料",
  intro:
    "即使應用程式無法執行，這個頁面也能使用。它會將應用程式在這裡儲存的所有內容存成一個檔案，之後可以匯入。不會變更任何內容。",
  chats: "對話",
  messages: "訊息",
  damaged: "損毀的記錄",
  looking: "正在尋找你的資料…",
  found: "已找到你的資料。",
  onlySettings: "找到設定，但沒有對話。",
  nothing: "找不到應用程式的資料。",
  nothingHint: "每個瀏覽器、設定檔和網址的資料各自獨立。請在你用過應用程式的瀏覽器中，以相同的網址開啟這個頁面。",
  noAccess: "無法開啟你的對話。",
  noAccessHint:
    "請關閉應用程式的其他分頁，然後重新載入這個頁面。如果還是不行，請重新啟動瀏覽器，並確認瀏覽器允許本站儲存資料。",
  waiting: "花費的時間比平常久。如果這台裝置的其他地方也開啟了應用程式，請關閉那裡的應用程式。",
  settingsFailed: "無法讀取你的設定。",
  save: "全部儲存",
  saving: "正在儲存…",
  saved: "檔案已儲存到下載項目。要還原資料，請開啟應用程式，前往「設定 > 資料 > 匯入」。",
  damagedKept: "損毀的記錄中仍可讀取的部分已包含在內。",
  textsLeftOut: "損毀的設定可能含有 API 金鑰，因此不包含在內。若要包含，請連同 API 金鑰和存取碼一起儲存。",
  saveFailed: "無法建立檔案。資料沒有遺失，請再試一次。",
  clear: "清除所有資料",
  clearQuestion: "要清除所有資料嗎？",
  clearBody:
    "會刪除這台裝置上的所有對話、設定、API 金鑰和備份，語言會保留。會先將所有內容（包括 API 金鑰）存成檔案。如果儲存失敗，就不會清除任何內容。",
  cancel: "取消",
  saveAndClear: "儲存並清除",
  clearing: "正在清除…",
  cleared: "已全部清除。檔案在下載項目中，其中含有你的 API 金鑰，請妥善保管。",
  notCleared: "無法建立檔案，因此沒有清除任何內容。",
  partlyCleared: "部分資料無法清除。檔案已儲存，請再試一次。",
  back: "返回應用程式",
  needsScript: "這個頁面需要 JavaScript，但這個瀏覽器已將它關閉。請開啟後重新載入頁面。",
} satisfies RescueWords;
