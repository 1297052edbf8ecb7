import type { RescueWords } from "@/locales/messages";

export default {
  title: "Salva i tuoi dati",
  intro:
    "Questa pagina funziona anche quando l’app non funziona. Salva in un file, che potrai importare in seguito, tutto ciò che l’app ha memorizzato qui. Non viene modificato nulla.",
  chats: "Chat",
  messages: "Messaggi",
  damaged: "Dati danneggiati",
  looking: "Ricerca dei tuoi dati…",
  found: "I tuoi dati sono stati trovati.",
  onlySettings: "Trovate impostazioni, ma nessuna chat.",
  nothing: "Nessun dato dell’app trovato.",
  nothingHint:
    "Ogni browser, profilo e indirizzo di sito ha i propri dati. Apri questa pagina nel browser in cui hai usato l’app, allo stesso indirizzo.",
  noAccess: "Impossibile aprire le tue chat.",
  noAccessHint:
    "Chiudi le altre schede dell’app e ricarica questa pagina. Se non basta, riavvia il browser e assicurati che consenta a questo sito di salvare dati.",
  waiting: "Ci vuole più tempo del solito. Se l’app è aperta anche altrove su questo dispositivo, chiudila lì.",
  settingsFailed: "Impossibile leggere le tue impostazioni.",
  save: "Salva tutto",
  saving: "Salvataggio…",
  saved: "Il file è tra i download. Per ripristinarlo, apri l’app e vai in Impostazioni > Dati > Importa.",
  damagedKept: "I dati danneggiati sono inclusi per quanto è stato possibile leggerli.",
  textsLeftOut:
    "Le impostazioni danneggiate non sono incluse perché possono contenere chiavi API. Per includerle, salva con chiavi API e codici di accesso.",
  saveFailed: "Impossibile creare il file. Non è andato perso nulla. Riprova.",
  clear: "Cancella tutti i dati",
  clearQuestion: "Cancellare tutti i dati?",
  clearBody:
    "Elimina tutte le chat, le impostazioni, le chiavi API e i backup su questo dispositivo; la lingua resta. Prima tutto, comprese le chiavi API, viene salvato in un file. Se non riesce, non viene cancellato nulla.",
  cancel: "Annulla",
  saveAndClear: "Salva e cancella",
  clearing: "Cancellazione…",
  cleared:
    "È stato cancellato tutto. Il file è tra i download. Conservalo al sicuro, perché contiene le tue chiavi API.",
  notCleared: "Impossibile creare il file, quindi non è stato cancellato nulla.",
  partlyCleared: "Alcuni dati non sono stati cancellati. Il file è stato salvato. Riprova.",
  back: "Torna all’app",
  needsScript: "Questa pagina richiede JavaScript, che in questo browser è disattivato. Attivalo e ricarica la pagina.",
} satisfies RescueWords;
