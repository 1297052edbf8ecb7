import type { RescueWords } from "@/locales/messages";

export default {
  title: "Uložte si svoje údaje",
  intro:
    "Táto stránka funguje bez aplikácie. Prečíta, čo je uložené v tomto prehliadači, a uloží to do jedného súboru, ktorý potom môže aplikácia importovať. Nič sa nemení.",
  chats: "Chaty",
  messages: "Správy",
  damaged: "Poškodené záznamy",
  looking: "Hľadajú sa vaše údaje",
  found: "Vaše údaje sa našli.",
  onlySettings: "Sú tu nastavenia, ale žiadne chaty.",
  nothing: "Z aplikácie tu nie je nič uložené.",
  nothingHint:
    "Každý prehliadač, každý profil a každá adresa má vlastné údaje. Otvorte túto stránku tam, kde ste aplikáciu používali, v tom istom prehliadači a na tej istej adrese.",
  noAccess: "Chaty sa nepodarilo otvoriť.",
  noAccessHint:
    "Zavrite všetky ostatné karty aplikácie a načítajte túto stránku znova. Ak to nepomôže, reštartujte prehliadač a overte, že jeho nastavenia tejto stránke dovoľujú ukladať údaje.",
  waiting: "Trvá to dlhšie než zvyčajne. Možno prekáža iná karta: zavrite všetky ostatné karty aplikácie.",
  settingsFailed: "Nastavenia sa nepodarilo prečítať.",
  save: "Uložiť všetko",
  saving: "Ukladá sa",
  saved: "Súbor je hotový. Nájdete ho v stiahnutých súboroch; aplikácia ho načíta v časti Nastavenia, Import.",
  damagedKept: "V súbore sú aj poškodené záznamy, pokiaľ sa ich podarilo prečítať.",
  textsLeftOut:
    "Poškodené nastavenia v súbore nie sú, lebo môžu obsahovať kľúče. Ukladajú sa spolu s kľúčmi a prístupovými kódmi.",
  saveFailed: "Súbor sa nepodarilo vytvoriť. Nič sa nestratilo; skúste to znova.",
  clear: "Vymazať všetky údaje",
  clearQuestion: "Vymazať všetky údaje?",
  clearBody:
    "Chaty, nastavenia, kľúče a kópie v tomto zariadení sa vymažú; jazyk zostane. Najprv sa všetko aj s kľúčmi uloží do jedného súboru. Ak sa to nepodarí, nič sa nevymaže.",
  cancel: "Zrušiť",
  saveAndClear: "Uložiť a vymazať",
  clearing: "Maže sa",
  cleared: "Všetko sa vymazalo. Súbor je v stiahnutých súboroch; dobre ho uschovajte, obsahuje vaše kľúče.",
  notCleared: "Nič sa nevymazalo, lebo súbor sa nepodarilo vytvoriť.",
  partlyCleared: "Nepodarilo sa vymazať všetko. Súbor je hotový; skúste to znova.",
  back: "Späť do aplikácie",
  needsScript:
    "Táto stránka potrebuje JavaScript, ktorý je v tomto prehliadači vypnutý. Zapnite ho a načítajte stránku znova.",
} satisfies RescueWords;
