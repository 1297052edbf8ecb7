import type { RescueWords } from "@/locales/messages";

export default {
  title: "Daten sichern",
  intro:
    "Diese Seite funktioniert auch, wenn die App es nicht tut. Sie sichert alles, was die App hier gespeichert hat, in eine Datei, die du später importieren kannst. Geändert wird nichts.",
  chats: "Chats",
  messages: "Nachrichten",
  damaged: "Beschädigte Einträge",
  looking: "Deine Daten werden gesucht…",
  found: "Deine Daten wurden gefunden.",
  onlySettings: "Einstellungen gefunden, aber keine Chats.",
  nothing: "Keine Daten der App gefunden.",
  nothingHint:
    "Jeder Browser, jedes Profil und jede Website-Adresse hat eigene Daten. Öffne diese Seite in dem Browser, in dem du die App genutzt hast, unter derselben Adresse.",
  noAccess: "Deine Chats konnten nicht geöffnet werden.",
  noAccessHint:
    "Schließe die anderen Tabs der App und lade diese Seite neu. Wenn das nicht hilft, starte den Browser neu und stelle sicher, dass er dieser Website erlaubt, Daten zu speichern.",
  waiting:
    "Das dauert länger als gewöhnlich. Wenn die App auf diesem Gerät noch anderswo geöffnet ist, schließe sie dort.",
  settingsFailed: "Deine Einstellungen konnten nicht gelesen werden.",
  save: "Alles sichern",
  saving: "Wird gesichert…",
  saved:
    "Die Datei liegt in deinen Downloads. Um sie wiederherzustellen, öffne die App und gehe zu Einstellungen > Daten > Importieren.",
  damagedKept: "Beschädigte Einträge sind enthalten, soweit sie lesbar waren.",
  textsLeftOut:
    "Beschädigte Einstellungen sind nicht enthalten, weil API-Schlüssel darin sein können. Um sie einzuschließen, sichere mit API-Schlüsseln und Zugangscodes.",
  saveFailed: "Die Datei konnte nicht erstellt werden. Es ist nichts verloren gegangen. Versuche es noch einmal.",
  clear: "Alle Daten löschen",
  clearQuestion: "Alle Daten löschen?",
  clearBody:
    "Löscht alle Chats, Einstellungen, API-Schlüssel und Sicherungen auf diesem Gerät; die Sprache bleibt. Vorher wird alles samt deinen API-Schlüsseln in einer Datei gesichert. Wenn das fehlschlägt, wird nichts gelöscht.",
  cancel: "Abbrechen",
  saveAndClear: "Sichern und löschen",
  clearing: "Wird gelöscht…",
  cleared:
    "Alles wurde gelöscht. Die Datei liegt in deinen Downloads. Bewahre sie sicher auf, denn sie enthält deine API-Schlüssel.",
  notCleared: "Die Datei konnte nicht erstellt werden, deshalb wurde nichts gelöscht.",
  partlyCleared: "Einige Daten konnten nicht gelöscht werden. Die Datei wurde gespeichert. Versuche es noch einmal.",
  back: "Zurück zur App",
  needsScript:
    "Diese Seite braucht JavaScript, das in diesem Browser ausgeschaltet ist. Schalte es ein und lade die Seite neu.",
} satisfies RescueWords;
