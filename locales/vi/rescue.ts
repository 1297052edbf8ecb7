import type { RescueWords } from "@/locales/messages";

export default {
  title: "Lưu dữ liệu của bạn",
  intro:
    "Trang này hoạt động cả khi ứng dụng không chạy được. Trang lưu mọi dữ liệu của ứng dụng ở đây vào một tệp mà bạn có thể nhập sau. Không có gì bị thay đổi.",
  chats: "Đoạn chat",
  messages: "Tin nhắn",
  damaged: "Bản ghi bị hỏng",
  looking: "Đang tìm dữ liệu của bạn…",
  found: "Đã tìm thấy dữ liệu của bạn.",
  onlySettings: "Tìm thấy cài đặt, nhưng không có đoạn chat.",
  nothing: "Không tìm thấy dữ liệu của ứng dụng.",
  nothingHint:
    "Mỗi trình duyệt, hồ sơ và địa chỉ trang web có dữ liệu riêng. Hãy mở trang này trong trình duyệt bạn đã dùng ứng dụng, tại cùng địa chỉ.",
  noAccess: "Không mở được các đoạn chat của bạn.",
  noAccessHint:
    "Hãy đóng các thẻ khác của ứng dụng rồi tải lại trang này. Nếu vẫn không được, hãy khởi động lại trình duyệt và kiểm tra xem trình duyệt có cho phép trang web này lưu dữ liệu không.",
  waiting: "Việc này lâu hơn bình thường. Nếu ứng dụng còn mở ở nơi khác trên thiết bị này, hãy đóng ứng dụng ở đó.",
  settingsFailed: "Không đọc được cài đặt của bạn.",
  save: "Lưu tất cả",
  saving: "Đang lưu…",
  saved: "Đã lưu tệp vào mục tải xuống. Để khôi phục, hãy mở ứng dụng và vào Cài đặt > Dữ liệu > Nhập.",
  damagedKept: "Các bản ghi bị hỏng được kèm theo trong phạm vi còn đọc được.",
  textsLeftOut:
    "Cài đặt bị hỏng không được kèm theo vì có thể chứa khóa API. Để kèm theo, hãy lưu cùng khóa API và mã truy cập.",
  saveFailed: "Không tạo được tệp. Không có gì bị mất. Hãy thử lại.",
  clear: "Xóa toàn bộ dữ liệu",
  clearQuestion: "Xóa toàn bộ dữ liệu?",
  clearBody:
    "Xóa mọi đoạn chat, cài đặt, khóa API và bản sao lưu trên thiết bị này; ngôn ngữ được giữ lại. Trước đó mọi thứ, kể cả khóa API, được lưu vào một tệp. Nếu không lưu được, sẽ không có gì bị xóa.",
  cancel: "Hủy",
  saveAndClear: "Lưu và xóa",
  clearing: "Đang xóa…",
  cleared: "Đã xóa tất cả. Tệp nằm trong mục tải xuống. Hãy giữ an toàn vì tệp chứa khóa API của bạn.",
  notCleared: "Không tạo được tệp nên chưa xóa gì.",
  partlyCleared: "Không xóa được một số dữ liệu. Tệp đã được lưu. Hãy thử lại.",
  back: "Quay lại ứng dụng",
  needsScript: "Trang này cần JavaScript, nhưng trình duyệt này đang tắt. Hãy bật lên rồi tải lại trang.",
} satisfies RescueWords;
