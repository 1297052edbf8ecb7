import type { RescueWords } from "@/locales/messages";

export default {
  title: "Sauvegardez vos données",
  intro:
    "Cette page fonctionne même quand l’application ne fonctionne pas. Elle sauvegarde dans un fichier, que vous pourrez importer plus tard, tout ce que l’application a enregistré ici. Rien n’est modifié.",
  chats: "Discussions",
  messages: "Messages",
  damaged: "Enregistrements endommagés",
  looking: "Recherche de vos données…",
  found: "Vos données ont été trouvées.",
  onlySettings: "Paramètres trouvés, mais aucune discussion.",
  nothing: "Aucune donnée de l’application trouvée.",
  nothingHint:
    "Chaque navigateur, chaque profil et chaque adresse de site a ses propres données. Ouvrez cette page dans le navigateur où vous avez utilisé l’application, à la même adresse.",
  noAccess: "Impossible d’ouvrir vos discussions.",
  noAccessHint:
    "Fermez les autres onglets de l’application et rechargez cette page. Si cela ne suffit pas, redémarrez le navigateur et vérifiez qu’il autorise ce site à enregistrer des données.",
  waiting:
    "Cela prend plus de temps que d’habitude. Si l’application est ouverte ailleurs sur cet appareil, fermez-la à cet endroit.",
  settingsFailed: "Impossible de lire vos paramètres.",
  save: "Tout sauvegarder",
  saving: "Sauvegarde…",
  saved:
    "Le fichier est dans vos téléchargements. Pour le restaurer, ouvrez l’application et allez dans Paramètres > Données > Importer.",
  damagedKept: "Les enregistrements endommagés sont inclus dans la mesure où ils ont pu être lus.",
  textsLeftOut:
    "Les paramètres endommagés ne sont pas inclus, car ils peuvent contenir des clés API. Pour les inclure, sauvegardez avec les clés API et les codes d’accès.",
  saveFailed: "Impossible de créer le fichier. Rien n’est perdu. Réessayez.",
  clear: "Effacer toutes les données",
  clearQuestion: "Effacer toutes les données ?",
  clearBody:
    "Supprime toutes les discussions, tous les paramètres, clés API et sauvegardes de cet appareil ; votre langue est conservée. Tout, y compris vos clés API, est d’abord sauvegardé dans un fichier. En cas d’échec, rien n’est effacé.",
  cancel: "Annuler",
  saveAndClear: "Sauvegarder et effacer",
  clearing: "Effacement…",
  cleared:
    "Tout a été effacé. Le fichier est dans vos téléchargements. Gardez-le en lieu sûr, car il contient vos clés API.",
  notCleared: "Impossible de créer le fichier : rien n’a été effacé.",
  partlyCleared: "Certaines données n’ont pas pu être effacées. Le fichier a été enregistré. Réessayez.",
  back: "Retour à l’application",
  needsScript:
    "Cette page a besoin de JavaScript, qui est désactivé dans ce navigateur. Activez-le et rechargez la page.",
} satisfies RescueWords;
