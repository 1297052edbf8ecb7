import type { RescueWords } from "@/locales/messages";

export default {
  title: "保存你的数据",
  intro:
    "即使应用无法运行，此页面也能使用。它会把应用在这里保存的所有内容存为一个文件，之后可以导入。不会更改任何内容。",
  chats: "对话",
  messages: "消息",
  damaged: "损坏的记录",
  looking: "正在查找你的数据…",
  found: "已找到你的数据。",
  onlySettings: "找到了设置，但没有对话。",
  nothing: "没有找到应用数据。",
  nothingHint: "每个浏览器、用户配置和网址的数据各自独立。请在你使用过应用的浏览器中，以相同的网址打开此页面。",
  noAccess: "无法打开你的对话。",
  noAccessHint:
    "请关闭应用的其他标签页，然后重新加载此页面。如果仍然不行，请重启浏览器，并确认浏览器允许本站存储数据。",
  waiting: "用时比平常长。如果本设备上的其他地方也打开了此应用，请在那里将其关闭。",
  settingsFailed: "无法读取你的设置。",
  save: "保存全部",
  saving: "正在保存…",
  saved: "文件已保存到下载文件夹。要恢复数据，请打开应用，前往“设置 > 数据 > 导入”。",
  damagedKept: "损坏的记录中仍可读取的部分已包含在内。",
  textsLeftOut: "损坏的设置可能含有 API 密钥，因此未包含在内。如需包含，请连同 API 密钥和访问码一起保存。",
  saveFailed: "无法创建文件。数据没有丢失，请重试。",
  clear: "清除所有数据",
  clearQuestion: "清除所有数据？",
  clearBody:
    "将删除本设备上的所有对话、设置、API 密钥和备份，语言会保留。会先把全部内容（包括 API 密钥）保存为文件。如果保存失败，则不会清除任何内容。",
  cancel: "取消",
  saveAndClear: "保存并清除",
  clearing: "正在清除…",
  cleared: "已全部清除。文件在下载文件夹中，其中包含你的 API 密钥，请妥善保管。",
  notCleared: "无法创建文件，因此未清除任何内容。",
  partlyCleared: "部分数据无法清除。文件已保存，请重试。",
  back: "返回应用",
  needsScript: "此页面需要 JavaScript，但此浏览器已将其关闭。请开启后重新加载页面。",
} satisfies RescueWords;
