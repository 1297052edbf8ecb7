import type { RescueWords } from "@/locales/messages";

export default {
  title: "Uložte si svá data",
  intro:
    "Tato stránka funguje bez aplikace. Přečte, co je uloženo v tomto prohlížeči, a uloží to do jednoho souboru, který pak může aplikace importovat. Nic se nemění.",
  chats: "Chaty",
  messages: "Zprávy",
  damaged: "Poškozené záznamy",
  looking: "Hledají se vaše data",
  found: "Vaše data byla nalezena.",
  onlySettings: "Jsou zde nastavení, ale žádné chaty.",
  nothing: "Z aplikace zde není nic uloženo.",
  nothingHint:
    "Každý prohlížeč, každý profil a každá adresa má vlastní data. Otevřete tuto stránku tam, kde jste aplikaci používali, ve stejném prohlížeči a na stejné adrese.",
  noAccess: "Chaty se nepodařilo otevřít.",
  noAccessHint:
    "Zavřete všechny ostatní karty aplikace a načtěte tuto stránku znovu. Pokud to nepomůže, restartujte prohlížeč a ověřte, že jeho nastavení této stránce dovoluje ukládat data.",
  waiting: "Trvá to déle než obvykle. Možná překáží jiná karta: zavřete všechny ostatní karty aplikace.",
  settingsFailed: "Nastavení se nepodařilo přečíst.",
  save: "Uložit vše",
  saving: "Ukládá se",
  saved: "Soubor je hotový. Najdete ho ve stažených souborech; aplikace ho načte v části Nastavení, Import.",
  damagedKept: "V souboru jsou i poškozené záznamy, pokud se je podařilo přečíst.",
  textsLeftOut:
    "Poškozená nastavení v souboru nejsou, protože mohou obsahovat klíče. Ukládají se společně s klíči a přístupovými kódy.",
  saveFailed: "Soubor se nepodařilo vytvořit. Nic se neztratilo; zkuste to znovu.",
  clear: "Vymazat všechna data",
  clearQuestion: "Vymazat všechna data?",
  clearBody:
    "Chaty, nastavení, klíče a kopie v tomto zařízení se vymažou; jazyk zůstane. Nejdřív se vše i s klíči uloží do jednoho souboru. Pokud se to nepodaří, nic se nevymaže.",
  cancel: "Zrušit",
  saveAndClear: "Uložit a vymazat",
  clearing: "Maže se",
  cleared: "Vše bylo vymazáno. Soubor je ve stažených souborech; dobře ho uschovejte, obsahuje vaše klíče.",
  notCleared: "Nic se nevymazalo, protože se soubor nepodařilo vytvořit.",
  partlyCleared: "Nepodařilo se vymazat vše. Soubor je hotový; zkuste to znovu.",
  back: "Zpět do aplikace",
  needsScript:
    "Tato stránka potřebuje JavaScript, který je v tomto prohlížeči vypnutý. Zapněte ho a načtěte stránku znovu.",
} satisfies RescueWords;
