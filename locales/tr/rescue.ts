import type { RescueWords } from "@/locales/messages";

export default {
  title: "Verilerinizi kaydedin",
  intro:
    "Bu sayfa, uygulama çalışmadığında bile çalışır. Uygulamanın burada sakladığı her şeyi, sonra içe aktarabileceğiniz bir dosyaya kaydeder. Hiçbir şey değiştirilmez.",
  chats: "Sohbetler",
  messages: "Mesajlar",
  damaged: "Hasarlı kayıtlar",
  looking: "Verileriniz aranıyor…",
  found: "Verileriniz bulundu.",
  onlySettings: "Ayarlar bulundu ama sohbet yok.",
  nothing: "Uygulama verisi bulunamadı.",
  nothingHint:
    "Her tarayıcının, profilin ve site adresinin kendi verileri vardır. Bu sayfayı uygulamayı kullandığınız tarayıcıda, aynı adreste açın.",
  noAccess: "Sohbetleriniz açılamadı.",
  noAccessHint:
    "Uygulamanın diğer sekmelerini kapatıp bu sayfayı yeniden yükleyin. İşe yaramazsa tarayıcıyı yeniden başlatın ve bu sitenin veri saklamasına izin verdiğinden emin olun.",
  waiting: "Bu, her zamankinden uzun sürüyor. Uygulama bu cihazda başka bir yerde de açıksa oradan kapatın.",
  settingsFailed: "Ayarlarınız okunamadı.",
  save: "Her şeyi kaydet",
  saving: "Kaydediliyor…",
  saved:
    "Dosya indirilenlere kaydedildi. Geri yüklemek için uygulamayı açıp Ayarlar > Veriler > İçe aktar bölümüne gidin.",
  damagedKept: "Hasarlı kayıtlar, okunabildikleri kadarıyla dahildir.",
  textsLeftOut:
    "Hasarlı ayarlar, API anahtarı içerebileceği için dahil değildir. Dahil etmek için API anahtarları ve erişim kodlarıyla kaydedin.",
  saveFailed: "Dosya oluşturulamadı. Hiçbir şey kaybolmadı. Yeniden deneyin.",
  clear: "Tüm verileri sil",
  clearQuestion: "Tüm veriler silinsin mi?",
  clearBody:
    "Bu cihazdaki tüm sohbetleri, ayarları, API anahtarlarını ve yedekleri siler; diliniz kalır. Önce API anahtarlarınız dahil her şey bir dosyaya kaydedilir. Bu başarısız olursa hiçbir şey silinmez.",
  cancel: "İptal",
  saveAndClear: "Kaydet ve sil",
  clearing: "Siliniyor…",
  cleared: "Her şey silindi. Dosya indirilenlerde. API anahtarlarınızı içerdiği için güvenli bir yerde saklayın.",
  notCleared: "Dosya oluşturulamadı, bu yüzden hiçbir şey silinmedi.",
  partlyCleared: "Bazı veriler silinemedi. Dosya kaydedildi. Yeniden deneyin.",
  back: "Uygulamaya dön",
  needsScript: "Bu sayfa JavaScript gerektirir ve bu tarayıcıda JavaScript kapalı. Açıp sayfayı yeniden yükleyin.",
} satisfies RescueWords;
