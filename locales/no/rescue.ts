import type { RescueWords } from "@/locales/messages";

export default {
  title: "Lagre dataene dine",
  intro:
    "Denne siden virker selv når appen ikke gjør det. Den lagrer alt som appen har lagret her, i en fil som du kan importere senere. Ingenting endres.",
  chats: "Chatter",
  messages: "Meldinger",
  damaged: "Skadede oppføringer",
  looking: "Leter etter dataene dine…",
  found: "Dataene dine ble funnet.",
  onlySettings: "Fant innstillinger, men ingen chatter.",
  nothing: "Fant ingen appdata.",
  nothingHint:
    "Hver nettleser, profil og nettadresse har sine egne data. Åpne denne siden i nettleseren der du brukte appen, på samme adresse.",
  noAccess: "Chattene dine kunne ikke åpnes.",
  noAccessHint:
    "Lukk de andre fanene med appen, og last inn denne siden på nytt. Hvis det ikke hjelper, starter du nettleseren på nytt og sjekker at den lar dette nettstedet lagre data.",
  waiting: "Dette tar lengre tid enn vanlig. Hvis appen er åpen andre steder på denne enheten, lukker du den der.",
  settingsFailed: "Innstillingene dine kunne ikke leses.",
  save: "Lagre alt",
  saving: "Lagrer…",
  saved:
    "Filen ligger i nedlastingene dine. For å gjenopprette den åpner du appen og går til Innstillinger > Data > Importer.",
  damagedKept: "Skadede oppføringer er med så langt de kunne leses.",
  textsLeftOut:
    "Skadede innstillinger er ikke med fordi de kan inneholde API-nøkler. Lagre med API-nøkler og tilgangskoder for å få dem med.",
  saveFailed: "Filen kunne ikke opprettes. Ingenting gikk tapt. Prøv igjen.",
  clear: "Slett alle data",
  clearQuestion: "Slette alle data?",
  clearBody:
    "Sletter alle chatter, innstillinger, API-nøkler og sikkerhetskopier på denne enheten; språket beholdes. Alt, også API-nøklene dine, lagres i en fil først. Hvis det mislykkes, slettes ingenting.",
  cancel: "Avbryt",
  saveAndClear: "Lagre og slett",
  clearing: "Sletter…",
  cleared:
    "Alt er slettet. Filen ligger i nedlastingene dine. Ta godt vare på den, for den inneholder API-nøklene dine.",
  notCleared: "Filen kunne ikke opprettes, så ingenting ble slettet.",
  partlyCleared: "Noen data kunne ikke slettes. Filen er lagret. Prøv igjen.",
  back: "Tilbake til appen",
  needsScript:
    "Denne siden trenger JavaScript, som er slått av i denne nettleseren. Slå det på, og last inn siden på nytt.",
} satisfies RescueWords;
