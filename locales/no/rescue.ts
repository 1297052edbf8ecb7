import type { RescueWords } from "@/locales/messages";

export default {
  title: "Lagre dataene dine",
  intro:
    "Denne siden virker uten appen. Den leser det som er lagret i denne nettleseren, og lagrer det som én fil, som appen kan importere senere. Ingenting endres.",
  chats: "Chatter",
  messages: "Meldinger",
  damaged: "Skadede oppføringer",
  looking: "Leter etter dataene dine",
  found: "Dataene dine ble funnet.",
  onlySettings: "Det finnes innstillinger her, men ingen chatter.",
  nothing: "Ingenting fra appen er lagret her.",
  nothingHint:
    "Hver nettleser, hver profil og hver adresse har sine egne data. Åpne denne siden der du har brukt appen, i samme nettleser og på samme adresse.",
  noAccess: "Chattene kunne ikke åpnes.",
  noAccessHint:
    "Lukk alle andre faner med appen, og last inn denne siden på nytt. Hvis det ikke hjelper, kan du starte nettleseren på nytt og sjekke at innstillingene lar denne siden lagre data.",
  waiting: "Dette tar lengre tid enn vanlig. En annen fane kan være i veien: lukk alle andre faner med appen.",
  settingsFailed: "Innstillingene kunne ikke leses.",
  save: "Lagre alt",
  saving: "Lagrer",
  saved: "Filen er laget. Du finner den blant nedlastingene dine; appen leser den under Innstillinger, Importer.",
  damagedKept: "Skadede oppføringer er også i filen, så langt de kunne leses.",
  textsLeftOut:
    "Skadede innstillinger er ikke i filen, siden de kan inneholde nøkler. De lagres sammen med nøklene og tilgangskodene.",
  saveFailed: "Filen kunne ikke lages. Ingenting gikk tapt; prøv igjen.",
  clear: "Slett alle data",
  clearQuestion: "Slette alle data?",
  clearBody:
    "Chatter, innstillinger, nøkler og kopiene på denne enheten slettes; språket beholdes. Først lagres alt som én fil, med nøklene. Hvis det mislykkes, slettes ingenting.",
  cancel: "Avbryt",
  saveAndClear: "Lagre og slett",
  clearing: "Sletter",
  cleared: "Alt er slettet. Filen ligger blant nedlastingene dine; ta godt vare på den, den inneholder nøklene dine.",
  notCleared: "Ingenting ble slettet, fordi filen ikke kunne lages.",
  partlyCleared: "Ikke alt kunne slettes. Filen er laget; prøv igjen.",
  back: "Tilbake til appen",
  needsScript:
    "Denne siden trenger JavaScript, som er slått av i denne nettleseren. Slå det på, og last inn siden på nytt.",
} satisfies RescueWords;
