import type { RescueWords } from "@/locales/messages";

export default {
  title: "Daten sichern",
  intro:
    "Diese Seite funktioniert ohne die App. Sie liest, was in diesem Browser gespeichert ist, und sichert es als eine Datei, die die App später importieren kann. Geändert wird nichts.",
  chats: "Chats",
  messages: "Nachrichten",
  damaged: "Beschädigte Einträge",
  looking: "Deine Daten werden gesucht",
  found: "Deine Daten wurden gefunden.",
  onlySettings: "Hier sind Einstellungen, aber keine Chats.",
  nothing: "Hier ist nichts von der App gespeichert.",
  nothingHint:
    "Jeder Browser, jedes Profil und jede Adresse hat eigene Daten. Öffne diese Seite dort, wo du die App benutzt hast: im selben Browser und unter derselben Adresse.",
  noAccess: "Die Chats konnten nicht geöffnet werden.",
  noAccessHint:
    "Schließe alle anderen Tabs der App und lade diese Seite neu. Wenn das nicht hilft, starte den Browser neu und achte darauf, dass er dieser Seite erlaubt, Daten zu speichern.",
  waiting: "Das dauert länger als sonst. Vielleicht ist ein anderer Tab im Weg: Schließe alle anderen Tabs der App.",
  settingsFailed: "Die Einstellungen konnten nicht gelesen werden.",
  save: "Alles sichern",
  saving: "Wird gesichert",
  saved:
    "Die Datei ist fertig. Du findest sie in deinen Downloads; die App liest sie unter Einstellungen, Importieren.",
  damagedKept: "Auch beschädigte Einträge sind in der Datei, soweit sie lesbar waren.",
  textsLeftOut:
    "Beschädigte Einstellungen sind nicht in der Datei, weil sie Schlüssel enthalten können. Sie werden zusammen mit den Schlüsseln und Zugangscodes gesichert.",
  saveFailed: "Die Datei konnte nicht erstellt werden. Es ist nichts verloren; versuche es noch einmal.",
  clear: "Alle Daten löschen",
  clearQuestion: "Alle Daten löschen?",
  clearBody:
    "Chats, Einstellungen, Schlüssel und die Kopien auf diesem Gerät werden gelöscht; die Sprache bleibt. Zuerst wird alles samt Schlüsseln als eine Datei gesichert. Wenn das nicht gelingt, wird nichts gelöscht.",
  cancel: "Abbrechen",
  saveAndClear: "Sichern und löschen",
  clearing: "Wird gelöscht",
  cleared:
    "Alles wurde gelöscht. Die Datei liegt in deinen Downloads; bewahre sie sicher auf, sie enthält deine Schlüssel.",
  notCleared: "Es wurde nichts gelöscht, weil die Datei nicht erstellt werden konnte.",
  partlyCleared: "Nicht alles konnte gelöscht werden. Die Datei wurde erstellt; versuche es noch einmal.",
  back: "Zurück zur App",
  needsScript:
    "Diese Seite braucht JavaScript, das in diesem Browser ausgeschaltet ist. Schalte es ein und lade die Seite neu.",
} satisfies RescueWords;
