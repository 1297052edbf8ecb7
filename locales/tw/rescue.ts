import type { RescueWords } from "@/locales/messages";

export default {
  title: "儲存你的資料",
  intro:
    "即使應用程式無法執行，這個頁面也能使用。它會讀取儲存在這個瀏覽器中的內容，並存成一個檔案，之後可以匯入應用程式。不會變更任何內容。",
  chats: "對話",
  messages: "訊息",
  damaged: "損壞的記錄",
  looking: "正在尋找你的資料",
  found: "已找到你的資料。",
  onlySettings: "這裡有設定，但沒有對話。",
  nothing: "這裡沒有儲存應用程式的任何資料。",
  nothingHint:
    "每個瀏覽器、每個設定檔和每個網址都各自儲存資料。請在你用過應用程式的瀏覽器中，以相同的網址開啟這個頁面。",
  noAccess: "無法開啟對話資料。",
  noAccessHint:
    "請關閉應用程式的所有其他分頁，然後重新載入這個頁面。如果還是不行，請重新啟動瀏覽器，並確認瀏覽器設定允許這個頁面儲存資料。",
  waiting: "花費的時間比平常久。可能是另一個分頁造成的：請關閉應用程式的所有其他分頁。",
  settingsFailed: "無法讀取設定。",
  save: "全部儲存",
  saving: "正在儲存",
  saved: "檔案已建立，請在下載項目中尋找；在應用程式的「設定」中選擇「匯入」即可讀取。",
  damagedKept: "損壞的記錄只要還能讀取，也會在檔案中。",
  textsLeftOut: "損壞的設定可能含有金鑰，因此不在檔案中。選擇包含金鑰和存取碼時，會一併儲存。",
  saveFailed: "無法建立檔案。資料沒有遺失，請再試一次。",
  clear: "清除所有資料",
  clearQuestion: "要清除所有資料嗎？",
  clearBody:
    "這台裝置上的對話、設定、金鑰和備份都會刪除，語言會保留。會先把全部內容連同金鑰存成一個檔案。如果儲存失敗，就不會清除任何東西。",
  cancel: "取消",
  saveAndClear: "儲存並清除",
  clearing: "正在清除",
  cleared: "已全部清除。檔案在你的下載項目中，其中含有金鑰，請妥善保管。",
  notCleared: "無法建立檔案，因此沒有清除任何東西。",
  partlyCleared: "無法全部清除。檔案已建立，請再試一次。",
  back: "返回應用程式",
  needsScript: "這個頁面需要 JavaScript，而這個瀏覽器已將它關閉。請開啟後重新載入頁面。",
} satisfies RescueWords;
