import type { RescueWords } from "@/locales/messages";

export default {
  title: "Guarda tus datos",
  intro:
    "Esta página funciona sin la aplicación. Lee lo que hay guardado en este navegador y lo guarda como un solo archivo, que la aplicación puede importar más tarde. No se cambia nada.",
  chats: "Chats",
  messages: "Mensajes",
  damaged: "Registros dañados",
  looking: "Buscando tus datos",
  found: "Se han encontrado tus datos.",
  onlySettings: "Aquí hay ajustes, pero ningún chat.",
  nothing: "Aquí no hay nada guardado de la aplicación.",
  nothingHint:
    "Cada navegador, cada perfil y cada dirección tiene sus propios datos. Abre esta página donde hayas usado la aplicación, en el mismo navegador y con la misma dirección.",
  noAccess: "No se han podido abrir los chats.",
  noAccessHint:
    "Cierra las demás pestañas de la aplicación y recarga esta página. Si no sirve, reinicia el navegador y comprueba que su configuración permita a esta página guardar datos.",
  waiting:
    "Está tardando más de lo normal. Puede que otra pestaña lo impida: cierra las demás pestañas de la aplicación.",
  settingsFailed: "No se han podido leer los ajustes.",
  save: "Guardar todo",
  saving: "Guardando",
  saved: "El archivo está listo. Búscalo en tus descargas; la aplicación lo lee en Ajustes, Importar.",
  damagedKept: "El archivo contiene también los registros dañados, hasta donde se han podido leer.",
  textsLeftOut:
    "Los ajustes dañados no están en el archivo, porque pueden contener claves. Se guardan junto con las claves y los códigos de acceso.",
  saveFailed: "No se ha podido crear el archivo. No se ha perdido nada; vuelve a intentarlo.",
  clear: "Borrar todos los datos",
  clearQuestion: "¿Borrar todos los datos?",
  clearBody:
    "Se borran los chats, los ajustes, las claves y las copias de este dispositivo; el idioma se conserva. Antes se guarda todo en un archivo, con las claves. Si eso falla, no se borra nada.",
  cancel: "Cancelar",
  saveAndClear: "Guardar y borrar",
  clearing: "Borrando",
  cleared: "Se ha borrado todo. El archivo está en tus descargas; guárdalo en un lugar seguro: contiene tus claves.",
  notCleared: "No se ha borrado nada, porque no se ha podido crear el archivo.",
  partlyCleared: "No se ha podido borrar todo. El archivo está listo; vuelve a intentarlo.",
  back: "Volver a la aplicación",
  needsScript: "Esta página necesita JavaScript, que está desactivado en este navegador. Actívalo y recarga la página.",
} satisfies RescueWords;
