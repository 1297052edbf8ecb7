import type { RescueWords } from "@/locales/messages";

export default {
  title: "Uložte si svoje údaje",
  intro:
    "Táto stránka funguje, aj keď aplikácia nefunguje. Uloží všetko, čo tu aplikácia uložila, do súboru, ktorý môžete neskôr importovať. Nič sa nemení.",
  chats: "Chaty",
  messages: "Správy",
  damaged: "Poškodené záznamy",
  looking: "Hľadajú sa vaše údaje…",
  found: "Vaše údaje sa našli.",
  onlySettings: "Našli sa nastavenia, ale žiadne chaty.",
  nothing: "Nenašli sa žiadne údaje aplikácie.",
  nothingHint:
    "Každý prehliadač, profil a adresa webu má vlastné údaje. Otvorte túto stránku v prehliadači, kde ste aplikáciu používali, na tej istej adrese.",
  noAccess: "Vaše chaty sa nepodarilo otvoriť.",
  noAccessHint:
    "Zavrite ostatné karty aplikácie a načítajte túto stránku znova. Ak to nepomôže, reštartujte prehliadač a overte, že tomuto webu povoľuje ukladať údaje.",
  waiting: "Trvá to dlhšie než zvyčajne. Ak je aplikácia na tomto zariadení otvorená ešte inde, zatvorte ju tam.",
  settingsFailed: "Vaše nastavenia sa nepodarilo prečítať.",
  save: "Uložiť všetko",
  saving: "Ukladá sa…",
  saved:
    "Súbor nájdete v stiahnutých súboroch. Ak ho chcete obnoviť, otvorte aplikáciu a prejdite na Nastavenia > Údaje > Import.",
  damagedKept: "Poškodené záznamy sú zahrnuté, pokiaľ sa ich podarilo prečítať.",
  textsLeftOut:
    "Poškodené nastavenia nie sú zahrnuté, lebo môžu obsahovať kľúče API. Ak ich chcete zahrnúť, uložte aj kľúče API a prístupové kódy.",
  saveFailed: "Súbor sa nepodarilo vytvoriť. Nič sa nestratilo. Skúste to znova.",
  clear: "Vymazať všetky údaje",
  clearQuestion: "Vymazať všetky údaje?",
  clearBody:
    "Vymaže všetky chaty, nastavenia, kľúče API a zálohy v tomto zariadení; jazyk zostane. Najprv sa všetko vrátane kľúčov API uloží do súboru. Ak sa to nepodarí, nič sa nevymaže.",
  cancel: "Zrušiť",
  saveAndClear: "Uložiť a vymazať",
  clearing: "Maže sa…",
  cleared: "Všetko sa vymazalo. Súbor je v stiahnutých súboroch. Dobre ho uschovajte, lebo obsahuje vaše kľúče API.",
  notCleared: "Súbor sa nepodarilo vytvoriť, takže sa nič nevymazalo.",
  partlyCleared: "Niektoré údaje sa nepodarilo vymazať. Súbor bol uložený. Skúste to znova.",
  back: "Späť do aplikácie",
  needsScript:
    "Táto stránka potrebuje JavaScript, ktorý je v tomto prehliadači vypnutý. Zapnite ho a načítajte stránku znova.",
} satisfies RescueWords;
