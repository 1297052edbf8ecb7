import type { RescueWords } from "@/locales/messages";

export default {
  title: "保存你的数据",
  intro:
    "即使应用无法运行，这个页面也能使用。它读取保存在此浏览器中的内容，并存为一个文件，之后可以导入应用。不会更改任何内容。",
  chats: "对话",
  messages: "消息",
  damaged: "损坏的记录",
  looking: "正在查找你的数据",
  found: "已找到你的数据。",
  onlySettings: "这里有设置，但没有对话。",
  nothing: "这里没有保存应用的任何数据。",
  nothingHint:
    "每个浏览器、每个用户配置和每个网址都各自保存数据。请在你使用过应用的浏览器中，以相同的网址打开这个页面。",
  noAccess: "无法打开对话数据。",
  noAccessHint:
    "请关闭应用的所有其他标签页，然后重新加载这个页面。如果仍然不行，请重启浏览器，并确认浏览器设置允许这个页面保存数据。",
  waiting: "用时比平常长。可能是另一个标签页造成的：请关闭应用的所有其他标签页。",
  settingsFailed: "无法读取设置。",
  save: "保存全部",
  saving: "正在保存",
  saved: "文件已生成。请在下载内容中查找；在应用的“设置”中选择“导入”即可读取。",
  damagedKept: "损坏的记录也在文件中，只要还能读取。",
  textsLeftOut: "损坏的设置可能含有密钥，因此不在文件中。选择包含密钥和访问码时会一并保存。",
  saveFailed: "无法生成文件。数据没有丢失，请重试。",
  clear: "清除所有数据",
  clearQuestion: "清除所有数据？",
  clearBody:
    "本设备上的对话、设置、密钥和副本都将删除，语言保留。会先把全部内容连同密钥保存为一个文件。如果保存失败，则不会清除任何内容。",
  cancel: "取消",
  saveAndClear: "保存并清除",
  clearing: "正在清除",
  cleared: "已全部清除。文件在你的下载内容中，其中含有密钥，请妥善保管。",
  notCleared: "未能生成文件，因此没有清除任何内容。",
  partlyCleared: "未能全部清除。文件已生成，请重试。",
  back: "返回应用",
  needsScript: "这个页面需要脚本功能，而此浏览器已将其关闭。请开启后重新加载页面。",
} satisfies RescueWords;
