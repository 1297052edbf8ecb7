import type { RescueWords } from "@/locales/messages";

export default {
  title: "Sauvegardez vos données",
  intro:
    "Cette page fonctionne sans l’application. Elle lit ce qui est enregistré dans ce navigateur et le sauvegarde dans un seul fichier, que l’application pourra importer plus tard. Rien n’est modifié.",
  chats: "Discussions",
  messages: "Messages",
  damaged: "Enregistrements endommagés",
  looking: "Recherche de vos données",
  found: "Vos données ont été trouvées.",
  onlySettings: "Il y a ici des paramètres, mais aucune discussion.",
  nothing: "Aucune donnée de l’application n’est enregistrée ici.",
  nothingHint:
    "Chaque navigateur, chaque profil et chaque adresse a ses propres données. Ouvrez cette page là où vous avez utilisé l’application, dans le même navigateur et à la même adresse.",
  noAccess: "Les discussions n’ont pas pu être ouvertes.",
  noAccessHint:
    "Fermez tous les autres onglets de l’application et rechargez cette page. Si cela ne suffit pas, redémarrez le navigateur et vérifiez qu’il autorise cette page à enregistrer des données.",
  waiting:
    "Cela prend plus de temps que d’habitude. Un autre onglet bloque peut-être l’accès : fermez tous les autres onglets de l’application.",
  settingsFailed: "Les paramètres n’ont pas pu être lus.",
  save: "Tout sauvegarder",
  saving: "Sauvegarde en cours",
  saved: "Le fichier est prêt. Il se trouve dans vos téléchargements ; l’application le lit dans Paramètres, Importer.",
  damagedKept: "Le fichier contient aussi les enregistrements endommagés, dans la mesure où ils ont pu être lus.",
  textsLeftOut:
    "Les paramètres endommagés ne sont pas dans le fichier, car ils peuvent contenir des clés. Ils sont sauvegardés avec les clés et les codes d’accès.",
  saveFailed: "Le fichier n’a pas pu être créé. Rien n’est perdu ; réessayez.",
  clear: "Effacer toutes les données",
  clearQuestion: "Effacer toutes les données ?",
  clearBody:
    "Les discussions, les paramètres, les clés et les copies de cet appareil sont effacés ; la langue est conservée. Tout est d’abord sauvegardé dans un fichier, avec les clés. En cas d’échec, rien n’est effacé.",
  cancel: "Annuler",
  saveAndClear: "Sauvegarder et effacer",
  clearing: "Effacement en cours",
  cleared: "Tout a été effacé. Le fichier est dans vos téléchargements ; gardez-le en lieu sûr, il contient vos clés.",
  notCleared: "Rien n’a été effacé, car le fichier n’a pas pu être créé.",
  partlyCleared: "Tout n’a pas pu être effacé. Le fichier a été créé ; réessayez.",
  back: "Revenir à l’application",
  needsScript:
    "Cette page a besoin de JavaScript, qui est désactivé dans ce navigateur. Activez-le et rechargez la page.",
} satisfies RescueWords;
