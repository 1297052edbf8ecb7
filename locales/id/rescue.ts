import type { RescueWords } from "@/locales/messages";

export default {
  title: "Simpan data Anda",
  intro:
    "Halaman ini berfungsi meski aplikasi tidak. Halaman ini menyimpan semua data aplikasi yang tersimpan di sini ke sebuah file yang dapat Anda impor nanti. Tidak ada yang diubah.",
  chats: "Chat",
  messages: "Pesan",
  damaged: "Catatan yang rusak",
  looking: "Mencari data Anda…",
  found: "Data Anda ditemukan.",
  onlySettings: "Pengaturan ditemukan, tetapi tidak ada chat.",
  nothing: "Data aplikasi tidak ditemukan.",
  nothingHint:
    "Setiap browser, profil, dan alamat situs memiliki datanya sendiri. Buka halaman ini di browser tempat Anda menggunakan aplikasi, di alamat yang sama.",
  noAccess: "Chat Anda tidak dapat dibuka.",
  noAccessHint:
    "Tutup tab lain dari aplikasi dan muat ulang halaman ini. Jika belum berhasil, mulai ulang browser dan pastikan browser mengizinkan situs ini menyimpan data.",
  waiting: "Ini lebih lama dari biasanya. Jika aplikasi juga terbuka di tempat lain pada perangkat ini, tutup di sana.",
  settingsFailed: "Pengaturan Anda tidak dapat dibaca.",
  save: "Simpan semuanya",
  saving: "Menyimpan…",
  saved:
    "File disimpan ke folder unduhan Anda. Untuk memulihkannya, buka aplikasi lalu buka Pengaturan > Data > Impor.",
  damagedKept: "Catatan yang rusak disertakan sejauh masih dapat dibaca.",
  textsLeftOut:
    "Pengaturan yang rusak tidak disertakan karena mungkin berisi kunci API. Untuk menyertakannya, simpan dengan kunci API dan kode akses.",
  saveFailed: "File tidak dapat dibuat. Tidak ada yang hilang. Coba lagi.",
  clear: "Hapus semua data",
  clearQuestion: "Hapus semua data?",
  clearBody:
    "Menghapus semua chat, pengaturan, kunci API, dan cadangan di perangkat ini; bahasa tetap. Semuanya, termasuk kunci API Anda, disimpan ke file lebih dulu. Jika gagal, tidak ada yang dihapus.",
  cancel: "Batal",
  saveAndClear: "Simpan dan hapus",
  clearing: "Menghapus…",
  cleared: "Semuanya sudah dihapus. File ada di folder unduhan Anda. Simpan baik-baik karena berisi kunci API Anda.",
  notCleared: "File tidak dapat dibuat, jadi tidak ada yang dihapus.",
  partlyCleared: "Sebagian data tidak dapat dihapus. File sudah disimpan. Coba lagi.",
  back: "Kembali ke aplikasi",
  needsScript: "Halaman ini memerlukan JavaScript, yang dimatikan di browser ini. Aktifkan lalu muat ulang halaman.",
} satisfies RescueWords;
