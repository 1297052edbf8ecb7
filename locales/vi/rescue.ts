import type { RescueWords } from "@/locales/messages";

export default {
  title: "Lưu dữ liệu của bạn",
  intro:
    "Trang này hoạt động mà không cần ứng dụng. Trang đọc những gì được lưu trong trình duyệt này và lưu thành một tệp để sau này nhập vào ứng dụng. Không có gì bị thay đổi.",
  chats: "Đoạn chat",
  messages: "Tin nhắn",
  damaged: "Bản ghi bị hỏng",
  looking: "Đang tìm dữ liệu của bạn",
  found: "Đã tìm thấy dữ liệu của bạn.",
  onlySettings: "Ở đây có cài đặt nhưng không có đoạn chat.",
  nothing: "Ở đây không lưu dữ liệu nào của ứng dụng.",
  nothingHint:
    "Mỗi trình duyệt, mỗi hồ sơ và mỗi địa chỉ lưu dữ liệu riêng. Hãy mở trang này ở nơi bạn đã dùng ứng dụng, trong cùng trình duyệt và tại cùng địa chỉ.",
  noAccess: "Không mở được các đoạn chat.",
  noAccessHint:
    "Hãy đóng mọi thẻ khác của ứng dụng rồi tải lại trang này. Nếu vẫn không được, hãy khởi động lại trình duyệt và kiểm tra xem cài đặt của trình duyệt có cho phép trang này lưu dữ liệu không.",
  waiting: "Việc này lâu hơn bình thường. Có thể do một thẻ khác: hãy đóng mọi thẻ khác của ứng dụng.",
  settingsFailed: "Không đọc được cài đặt.",
  save: "Lưu tất cả",
  saving: "Đang lưu",
  saved: "Đã tạo tệp. Hãy tìm tệp trong mục tải xuống; ứng dụng đọc tệp này ở Cài đặt, Nhập.",
  damagedKept: "Các bản ghi bị hỏng cũng có trong tệp, trong phạm vi còn đọc được.",
  textsLeftOut: "Cài đặt bị hỏng không có trong tệp vì có thể chứa khóa. Chúng được lưu cùng với khóa và mã truy cập.",
  saveFailed: "Không tạo được tệp. Không có gì bị mất; hãy thử lại.",
  clear: "Xóa toàn bộ dữ liệu",
  clearQuestion: "Xóa toàn bộ dữ liệu?",
  clearBody:
    "Đoạn chat, cài đặt, khóa và các bản sao lưu trên thiết bị này sẽ bị xóa; ngôn ngữ được giữ lại. Trước đó mọi thứ được lưu thành một tệp, kèm cả khóa. Nếu không lưu được, sẽ không có gì bị xóa.",
  cancel: "Hủy",
  saveAndClear: "Lưu và xóa",
  clearing: "Đang xóa",
  cleared: "Đã xóa tất cả. Tệp nằm trong mục tải xuống; hãy giữ an toàn vì tệp chứa khóa của bạn.",
  notCleared: "Chưa xóa gì vì không tạo được tệp.",
  partlyCleared: "Không xóa được tất cả. Tệp đã được tạo; hãy thử lại.",
  back: "Quay lại ứng dụng",
  needsScript: "Trang này cần JavaScript, nhưng trình duyệt này đang tắt. Hãy bật lên rồi tải lại trang.",
} satisfies RescueWords;
