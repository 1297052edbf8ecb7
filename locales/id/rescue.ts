import type { RescueWords } from "@/locales/messages";

export default {
  title: "Simpan data Anda",
  intro:
    "Halaman ini berfungsi tanpa aplikasi. Halaman ini membaca apa yang tersimpan di browser ini dan menyimpannya sebagai satu file, yang nanti dapat diimpor ke aplikasi. Tidak ada yang diubah.",
  chats: "Chat",
  messages: "Pesan",
  damaged: "Catatan yang rusak",
  looking: "Mencari data Anda",
  found: "Data Anda ditemukan.",
  onlySettings: "Ada pengaturan di sini, tetapi tidak ada chat.",
  nothing: "Tidak ada data aplikasi yang tersimpan di sini.",
  nothingHint:
    "Setiap browser, setiap profil, dan setiap alamat menyimpan datanya sendiri. Buka halaman ini di tempat Anda menggunakan aplikasi, di browser dan alamat yang sama.",
  noAccess: "Chat tidak dapat dibuka.",
  noAccessHint:
    "Tutup semua tab lain dari aplikasi dan muat ulang halaman ini. Jika belum berhasil, mulai ulang browser, dan pastikan pengaturannya mengizinkan halaman ini menyimpan data.",
  waiting:
    "Ini memakan waktu lebih lama dari biasanya. Mungkin ada tab lain yang menghalangi: tutup semua tab lain dari aplikasi.",
  settingsFailed: "Pengaturan tidak dapat dibaca.",
  save: "Simpan semuanya",
  saving: "Menyimpan",
  saved: "File sudah dibuat. Cari di folder unduhan Anda; aplikasi membacanya di Pengaturan, Impor.",
  damagedKept: "Catatan yang rusak juga ada di dalam file, sejauh masih dapat dibaca.",
  textsLeftOut:
    "Pengaturan yang rusak tidak ada di dalam file karena mungkin berisi kunci. Pengaturan itu disimpan bersama kunci dan kode akses.",
  saveFailed: "File tidak dapat dibuat. Tidak ada yang hilang; coba lagi.",
  clear: "Hapus semua data",
  clearQuestion: "Hapus semua data?",
  clearBody:
    "Chat, pengaturan, kunci, dan cadangan di perangkat ini akan dihapus; bahasa tetap. Semuanya disimpan dulu sebagai satu file, termasuk kunci. Jika gagal, tidak ada yang dihapus.",
  cancel: "Batal",
  saveAndClear: "Simpan dan hapus",
  clearing: "Menghapus",
  cleared: "Semuanya sudah dihapus. File ada di folder unduhan Anda; jaga baik-baik karena berisi kunci Anda.",
  notCleared: "Tidak ada yang dihapus karena file tidak dapat dibuat.",
  partlyCleared: "Tidak semuanya dapat dihapus. File sudah dibuat; coba lagi.",
  back: "Kembali ke aplikasi",
  needsScript: "Halaman ini memerlukan JavaScript, yang dimatikan di browser ini. Nyalakan dan muat ulang halaman.",
} satisfies RescueWords;
