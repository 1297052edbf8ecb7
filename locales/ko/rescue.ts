import type { RescueWords } from "@/locales/messages";

export default {
  title: "데이터 저장",
  intro:
    "이 페이지는 앱이 작동하지 않을 때도 사용할 수 있습니다. 이 브라우저에 저장된 모든 내용을 나중에 가져올 수 있는 파일로 저장합니다. 아무것도 변경되지 않습니다.",
  chats: "채팅",
  messages: "메시지",
  damaged: "손상된 기록",
  looking: "데이터를 찾는 중…",
  found: "데이터를 찾았습니다.",
  onlySettings: "설정은 찾았지만 채팅은 없습니다.",
  nothing: "앱 데이터를 찾을 수 없습니다.",
  nothingHint:
    "데이터는 브라우저, 프로필, 사이트 주소마다 따로 저장됩니다. 앱을 사용하던 브라우저에서 같은 주소로 이 페이지를 여세요.",
  noAccess: "채팅을 열지 못했습니다.",
  noAccessHint:
    "앱의 다른 탭을 닫고 이 페이지를 새로고침하세요. 해결되지 않으면 브라우저를 다시 시작하고, 이 사이트의 데이터 저장이 허용되어 있는지 확인하세요.",
  waiting: "평소보다 오래 걸립니다. 앱의 다른 탭을 닫으세요.",
  settingsFailed: "설정을 읽지 못했습니다.",
  save: "모두 저장",
  saving: "저장 중…",
  saved: "파일을 다운로드 폴더에 저장했습니다. 복원하려면 앱을 열고 설정 > 데이터 > 가져오기로 이동하세요.",
  damagedKept: "손상된 기록도 읽을 수 있는 만큼 포함되어 있습니다.",
  textsLeftOut:
    "손상된 설정에는 API 키가 들어 있을 수 있어 포함되지 않습니다. 포함하려면 API 키와 액세스 코드도 함께 저장하세요.",
  saveFailed: "파일을 만들지 못했습니다. 잃어버린 데이터는 없습니다. 다시 시도하세요.",
  clear: "모든 데이터 지우기",
  clearQuestion: "모든 데이터를 지울까요?",
  clearBody:
    "이 기기의 모든 채팅, 설정, API 키, 백업을 삭제합니다. 언어는 유지됩니다. 먼저 API 키를 포함한 모든 내용을 파일로 저장합니다. 저장하지 못하면 아무것도 지우지 않습니다.",
  cancel: "취소",
  saveAndClear: "저장하고 지우기",
  clearing: "지우는 중…",
  cleared: "모두 지웠습니다. 파일은 다운로드 폴더에 있습니다. API 키가 들어 있으니 안전하게 보관하세요.",
  notCleared: "파일을 만들지 못해 아무것도 지우지 않았습니다.",
  partlyCleared: "일부 데이터를 지우지 못했습니다. 파일은 저장되었습니다. 다시 시도하세요.",
  back: "앱으로 돌아가기",
  needsScript: "이 페이지에는 JavaScript가 필요하지만 이 브라우저에서 꺼져 있습니다. 켠 후 페이지를 새로고침하세요.",
} satisfies RescueWords;
