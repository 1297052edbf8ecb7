import type { RescueWords } from "@/locales/messages";

export default {
  title: "Gem dine data",
  intro:
    "Denne side virker uden appen. Den læser det, der er gemt i denne browser, og gemmer det som én fil, som appen kan importere senere. Intet ændres.",
  chats: "Chats",
  messages: "Beskeder",
  damaged: "Beskadigede poster",
  looking: "Leder efter dine data",
  found: "Dine data blev fundet.",
  onlySettings: "Der er indstillinger her, men ingen chats.",
  nothing: "Der er ikke gemt noget fra appen her.",
  nothingHint:
    "Hver browser, hver profil og hver adresse har sine egne data. Åbn denne side, hvor du har brugt appen, i samme browser og på samme adresse.",
  noAccess: "Dine chats kunne ikke åbnes.",
  noAccessHint:
    "Luk alle andre faner med appen, og indlæs denne side igen. Hvis det ikke hjælper, så genstart browseren, og kontroller, at dens indstillinger lader denne side gemme data.",
  waiting: "Det tager længere tid end normalt. En anden fane kan være i vejen: Luk alle andre faner med appen.",
  settingsFailed: "Indstillingerne kunne ikke læses.",
  save: "Gem alt",
  saving: "Gemmer",
  saved: "Filen er lavet. Find den blandt dine overførsler; appen læser den under Indstillinger, Importer.",
  damagedKept: "Beskadigede poster er også i filen, så vidt de kunne læses.",
  textsLeftOut:
    "Beskadigede indstillinger er ikke i filen, da de kan indeholde nøgler. De gemmes sammen med nøgler og adgangskoder.",
  saveFailed: "Filen kunne ikke laves. Intet er gået tabt; prøv igen.",
  clear: "Ryd alle data",
  clearQuestion: "Vil du rydde alle data?",
  clearBody:
    "Chats, indstillinger, nøgler og kopierne på denne enhed slettes; sproget bevares. Først gemmes alt som én fil, inklusive nøglerne. Hvis det mislykkes, ryddes intet.",
  cancel: "Annuller",
  saveAndClear: "Gem og ryd",
  clearing: "Rydder",
  cleared: "Alt er ryddet. Filen ligger blandt dine overførsler; pas godt på den, den indeholder dine nøgler.",
  notCleared: "Intet blev ryddet, fordi filen ikke kunne laves.",
  partlyCleared: "Ikke alt kunne ryddes. Filen er lavet; prøv igen.",
  back: "Tilbage til appen",
  needsScript: "Denne side kræver JavaScript, som er slået fra i denne browser. Slå det til, og indlæs siden igen.",
} satisfies RescueWords;
