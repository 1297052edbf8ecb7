import type { RescueWords } from "@/locales/messages";

export default {
  title: "Guarda tus datos",
  intro:
    "Esta página funciona aunque la aplicación no lo haga. Guarda en un archivo, que puedes importar más tarde, todo lo que la aplicación ha almacenado aquí. No se cambia nada.",
  chats: "Chats",
  messages: "Mensajes",
  damaged: "Registros dañados",
  looking: "Buscando tus datos…",
  found: "Se han encontrado tus datos.",
  onlySettings: "Se han encontrado ajustes, pero ningún chat.",
  nothing: "No se han encontrado datos de la aplicación.",
  nothingHint:
    "Cada navegador, perfil y dirección de sitio tiene sus propios datos. Abre esta página en el navegador donde usaste la aplicación, con la misma dirección.",
  noAccess: "No se han podido abrir tus chats.",
  noAccessHint:
    "Cierra las demás pestañas de la aplicación y recarga esta página. Si eso no ayuda, reinicia el navegador y comprueba que permite a este sitio guardar datos.",
  waiting:
    "Está tardando más de lo normal. Si la aplicación está abierta en otro lugar de este dispositivo, ciérrala allí.",
  settingsFailed: "No se han podido leer tus ajustes.",
  save: "Guardar todo",
  saving: "Guardando…",
  saved: "El archivo está en tus descargas. Para restaurarlo, abre la aplicación y ve a Ajustes > Datos > Importar.",
  damagedKept: "Los registros dañados se incluyen en la medida en que se han podido leer.",
  textsLeftOut:
    "Los ajustes dañados no se incluyen porque pueden contener claves de API. Para incluirlos, guarda con claves de API y códigos de acceso.",
  saveFailed: "No se ha podido crear el archivo. No se ha perdido nada. Vuelve a intentarlo.",
  clear: "Borrar todos los datos",
  clearQuestion: "¿Borrar todos los datos?",
  clearBody:
    "Elimina todos los chats, ajustes, claves de API y copias de seguridad de este dispositivo; el idioma se conserva. Antes se guarda todo en un archivo, incluidas tus claves de API. Si eso falla, no se borra nada.",
  cancel: "Cancelar",
  saveAndClear: "Guardar y borrar",
  clearing: "Borrando…",
  cleared:
    "Se ha borrado todo. El archivo está en tus descargas. Guárdalo en un lugar seguro, porque contiene tus claves de API.",
  notCleared: "No se ha podido crear el archivo, así que no se ha borrado nada.",
  partlyCleared: "Algunos datos no se han podido borrar. El archivo se ha guardado. Vuelve a intentarlo.",
  back: "Volver a la aplicación",
  needsScript: "Esta página necesita JavaScript, que está desactivado en este navegador. Actívalo y recarga la página.",
} satisfies RescueWords;
