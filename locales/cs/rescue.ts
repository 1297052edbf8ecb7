import type { RescueWords } from "@/locales/messages";

export default {
  title: "Uložte si svá data",
  intro:
    "Tato stránka funguje, i když aplikace nefunguje. Uloží vše, co zde aplikace uložila, do souboru, který můžete později importovat. Nic se nemění.",
  chats: "Chaty",
  messages: "Zprávy",
  damaged: "Poškozené záznamy",
  looking: "Hledají se vaše data…",
  found: "Vaše data byla nalezena.",
  onlySettings: "Nalezeno nastavení, ale žádné chaty.",
  nothing: "Žádná data aplikace nenalezena.",
  nothingHint:
    "Každý prohlížeč, profil a adresa webu má vlastní data. Otevřete tuto stránku v prohlížeči, kde jste aplikaci používali, na stejné adrese.",
  noAccess: "Vaše chaty se nepodařilo otevřít.",
  noAccessHint:
    "Zavřete ostatní karty aplikace a načtěte tuto stránku znovu. Pokud to nepomůže, restartujte prohlížeč a ověřte, že tomuto webu povoluje ukládat data.",
  waiting: "Trvá to déle než obvykle. Pokud je aplikace na tomto zařízení otevřená ještě jinde, zavřete ji tam.",
  settingsFailed: "Vaše nastavení se nepodařilo přečíst.",
  save: "Uložit vše",
  saving: "Ukládá se…",
  saved:
    "Soubor najdete ve stažených souborech. Chcete-li ho obnovit, otevřete aplikaci a přejděte na Nastavení > Data > Import.",
  damagedKept: "Poškozené záznamy jsou zahrnuty, pokud se je podařilo přečíst.",
  textsLeftOut:
    "Poškozená nastavení nejsou zahrnuta, protože mohou obsahovat klíče API. Chcete-li je zahrnout, uložte i klíče API a přístupové kódy.",
  saveFailed: "Soubor se nepodařilo vytvořit. Nic se neztratilo. Zkuste to znovu.",
  clear: "Vymazat všechna data",
  clearQuestion: "Vymazat všechna data?",
  clearBody:
    "Smaže všechny chaty, nastavení, klíče API a zálohy v tomto zařízení; jazyk zůstane. Nejdřív se vše včetně klíčů API uloží do souboru. Pokud se to nepodaří, nic se nevymaže.",
  cancel: "Zrušit",
  saveAndClear: "Uložit a vymazat",
  clearing: "Maže se…",
  cleared: "Vše bylo vymazáno. Soubor je ve stažených souborech. Dobře ho uschovejte, protože obsahuje vaše klíče API.",
  notCleared: "Soubor se nepodařilo vytvořit, takže se nic nevymazalo.",
  partlyCleared: "Některá data se nepodařilo vymazat. Soubor byl uložen. Zkuste to znovu.",
  back: "Zpět do aplikace",
  needsScript:
    "Tato stránka potřebuje JavaScript, který je v tomto prohlížeči vypnutý. Zapněte ho a načtěte stránku znovu.",
} satisfies RescueWords;
