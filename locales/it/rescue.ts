import type { RescueWords } from "@/locales/messages";

export default {
  title: "Salva i tuoi dati",
  intro:
    "Questa pagina funziona senza l’app. Legge ciò che è salvato in questo browser e ne fa un unico file, che l’app potrà importare in seguito. Non viene modificato nulla.",
  chats: "Chat",
  messages: "Messaggi",
  damaged: "Dati danneggiati",
  looking: "Ricerca dei tuoi dati",
  found: "I tuoi dati sono stati trovati.",
  onlySettings: "Qui ci sono impostazioni, ma nessuna chat.",
  nothing: "Qui non è salvato nulla dell’app.",
  nothingHint:
    "Ogni browser, ogni profilo e ogni indirizzo ha i propri dati. Apri questa pagina dove hai usato l’app, nello stesso browser e allo stesso indirizzo.",
  noAccess: "Non è stato possibile aprire le chat.",
  noAccessHint:
    "Chiudi tutte le altre schede dell’app e ricarica questa pagina. Se non basta, riavvia il browser e controlla che le sue impostazioni permettano a questa pagina di salvare dati.",
  waiting: "Ci vuole più tempo del solito. Forse un’altra scheda lo impedisce: chiudi tutte le altre schede dell’app.",
  settingsFailed: "Non è stato possibile leggere le impostazioni.",
  save: "Salva tutto",
  saving: "Salvataggio",
  saved: "Il file è pronto. Lo trovi tra i download; l’app lo legge in Impostazioni, Importa.",
  damagedKept: "Nel file ci sono anche i dati danneggiati, per quanto è stato possibile leggerli.",
  textsLeftOut:
    "Le impostazioni danneggiate non sono nel file, perché possono contenere chiavi. Vengono salvate insieme alle chiavi e ai codici di accesso.",
  saveFailed: "Non è stato possibile creare il file. Non è andato perso nulla; riprova.",
  clear: "Cancella tutti i dati",
  clearQuestion: "Cancellare tutti i dati?",
  clearBody:
    "Vengono cancellate le chat, le impostazioni, le chiavi e le copie su questo dispositivo; la lingua resta. Prima tutto viene salvato in un file, con le chiavi. Se non riesce, non viene cancellato nulla.",
  cancel: "Annulla",
  saveAndClear: "Salva e cancella",
  clearing: "Cancellazione",
  cleared: "È stato cancellato tutto. Il file è tra i download; conservalo al sicuro, contiene le tue chiavi.",
  notCleared: "Non è stato cancellato nulla, perché non è stato possibile creare il file.",
  partlyCleared: "Non è stato possibile cancellare tutto. Il file è pronto; riprova.",
  back: "Torna all’app",
  needsScript: "Questa pagina richiede JavaScript, che in questo browser è disattivato. Attivalo e ricarica la pagina.",
} satisfies RescueWords;
