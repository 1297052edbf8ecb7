import type { RescueWords } from "@/locales/messages";

export default {
  title: "Verilerinizi kaydedin",
  intro:
    "Bu sayfa uygulama olmadan çalışır. Bu tarayıcıda kayıtlı olanları okur ve uygulamanın sonra içe aktarabileceği tek bir dosyaya kaydeder. Hiçbir şey değiştirilmez.",
  chats: "Sohbetler",
  messages: "Mesajlar",
  damaged: "Hasarlı kayıtlar",
  looking: "Verileriniz aranıyor",
  found: "Verileriniz bulundu.",
  onlySettings: "Burada ayarlar var ama sohbet yok.",
  nothing: "Burada uygulamaya ait kayıtlı bir şey yok.",
  nothingHint:
    "Her tarayıcı, her profil ve her adres kendi verilerini tutar. Bu sayfayı uygulamayı kullandığınız yerde, aynı tarayıcıda ve aynı adreste açın.",
  noAccess: "Sohbetler açılamadı.",
  noAccessHint:
    "Uygulamanın diğer tüm sekmelerini kapatıp bu sayfayı yeniden yükleyin. Bu işe yaramazsa tarayıcıyı yeniden başlatın ve ayarlarının bu sayfanın veri saklamasına izin verdiğini kontrol edin.",
  waiting:
    "Bu, her zamankinden uzun sürüyor. Başka bir sekme engelliyor olabilir: uygulamanın diğer tüm sekmelerini kapatın.",
  settingsFailed: "Ayarlar okunamadı.",
  save: "Her şeyi kaydet",
  saving: "Kaydediliyor",
  saved: "Dosya oluşturuldu. İndirilenlere bakın; uygulama dosyayı Ayarlar, İçe aktar bölümünde okur.",
  damagedKept: "Hasarlı kayıtlar da okunabildikleri kadarıyla dosyadadır.",
  textsLeftOut:
    "Hasarlı ayarlar anahtar içerebileceği için dosyada yok. Anahtarlar ve erişim kodlarıyla birlikte kaydedilirler.",
  saveFailed: "Dosya oluşturulamadı. Hiçbir şey kaybolmadı; yeniden deneyin.",
  clear: "Tüm verileri sil",
  clearQuestion: "Tüm veriler silinsin mi?",
  clearBody:
    "Bu cihazdaki sohbetler, ayarlar, anahtarlar ve kopyalar silinir; dil kalır. Önce her şey anahtarlarla birlikte tek bir dosyaya kaydedilir. Bu başarısız olursa hiçbir şey silinmez.",
  cancel: "İptal",
  saveAndClear: "Kaydet ve sil",
  clearing: "Siliniyor",
  cleared: "Her şey silindi. Dosya indirilenlerde; güvenli bir yerde saklayın, anahtarlarınızı içerir.",
  notCleared: "Dosya oluşturulamadığı için hiçbir şey silinmedi.",
  partlyCleared: "Her şey silinemedi. Dosya oluşturuldu; yeniden deneyin.",
  back: "Uygulamaya dön",
  needsScript: "Bu sayfa JavaScript gerektirir ve bu tarayıcıda JavaScript kapalı. Açıp sayfayı yeniden yükleyin.",
} satisfies RescueWords;
