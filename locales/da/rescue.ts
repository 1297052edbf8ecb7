import type { RescueWords } from "@/locales/messages";

export default {
  title: "Gem dine data",
  intro:
    "Denne side virker, selv når appen ikke gør. Den gemmer alt, hvad appen har gemt her, i en fil, som du kan importere senere. Intet ændres.",
  chats: "Chats",
  messages: "Beskeder",
  damaged: "Beskadigede poster",
  looking: "Leder efter dine data…",
  found: "Dine data blev fundet.",
  onlySettings: "Fandt indstillinger, men ingen chats.",
  nothing: "Ingen appdata fundet.",
  nothingHint:
    "Hver browser, profil og webadresse har sine egne data. Åbn denne side i den browser, hvor du brugte appen, på samme adresse.",
  noAccess: "Dine chats kunne ikke åbnes.",
  noAccessHint:
    "Luk appens andre faner, og genindlæs denne side. Hvis det ikke hjælper, så genstart browseren, og sørg for, at den tillader dette websted at gemme data.",
  waiting: "Det tager længere tid end normalt. Hvis appen er åben andre steder på denne enhed, så luk den der.",
  settingsFailed: "Dine indstillinger kunne ikke læses.",
  save: "Gem alt",
  saving: "Gemmer…",
  saved:
    "Filen ligger i dine overførsler. For at gendanne den skal du åbne appen og gå til Indstillinger > Data > Importer.",
  damagedKept: "Beskadigede poster er med, så vidt de kunne læses.",
  textsLeftOut:
    "Beskadigede indstillinger er ikke med, fordi de kan indeholde API-nøgler. Gem med API-nøgler og adgangskoder for at få dem med.",
  saveFailed: "Filen kunne ikke oprettes. Intet er gået tabt. Prøv igen.",
  clear: "Ryd alle data",
  clearQuestion: "Vil du rydde alle data?",
  clearBody:
    "Sletter alle chats, indstillinger, API-nøgler og sikkerhedskopier på denne enhed; sproget bevares. Først gemmes alt, også dine API-nøgler, i en fil. Hvis det mislykkes, ryddes intet.",
  cancel: "Annuller",
  saveAndClear: "Gem og ryd",
  clearing: "Rydder…",
  cleared: "Alt er ryddet. Filen ligger i dine overførsler. Pas godt på den, for den indeholder dine API-nøgler.",
  notCleared: "Filen kunne ikke oprettes, så intet blev ryddet.",
  partlyCleared: "Nogle data kunne ikke ryddes. Filen er gemt. Prøv igen.",
  back: "Tilbage til appen",
  needsScript: "Denne side kræver JavaScript, som er slået fra i denne browser. Slå det til, og genindlæs siden.",
} satisfies RescueWords;
