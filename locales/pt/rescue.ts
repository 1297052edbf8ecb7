import type { RescueWords } from "@/locales/messages";

export default {
  title: "Salve seus dados",
  intro:
    "Esta página funciona mesmo quando o app não funciona. Ela salva em um arquivo, que você pode importar depois, tudo o que o app guardou aqui. Nada é alterado.",
  chats: "Conversas",
  messages: "Mensagens",
  damaged: "Registros danificados",
  looking: "Procurando seus dados…",
  found: "Seus dados foram encontrados.",
  onlySettings: "Configurações encontradas, mas nenhuma conversa.",
  nothing: "Nenhum dado do app encontrado.",
  nothingHint:
    "Cada navegador, perfil e endereço de site tem seus próprios dados. Abra esta página no navegador em que você usou o app, no mesmo endereço.",
  noAccess: "Não foi possível abrir suas conversas.",
  noAccessHint:
    "Feche as outras abas do app e recarregue esta página. Se isso não resolver, reinicie o navegador e verifique se ele permite que este site armazene dados.",
  waiting: "Está demorando mais que o normal. Se o app estiver aberto em outro lugar neste dispositivo, feche-o lá.",
  settingsFailed: "Não foi possível ler suas configurações.",
  save: "Salvar tudo",
  saving: "Salvando…",
  saved: "O arquivo está nos seus downloads. Para restaurá-lo, abra o app e vá em Configurações > Dados > Importar.",
  damagedKept: "Os registros danificados são incluídos até onde foi possível ler.",
  textsLeftOut:
    "As configurações danificadas não são incluídas porque podem conter chaves de API. Para incluí-las, salve com chaves de API e códigos de acesso.",
  saveFailed: "Não foi possível criar o arquivo. Nada foi perdido. Tente novamente.",
  clear: "Apagar todos os dados",
  clearQuestion: "Apagar todos os dados?",
  clearBody:
    "Apaga todas as conversas, configurações, chaves de API e backups deste dispositivo; o idioma é mantido. Antes, tudo é salvo em um arquivo, incluindo suas chaves de API. Se isso falhar, nada é apagado.",
  cancel: "Cancelar",
  saveAndClear: "Salvar e apagar",
  clearing: "Apagando…",
  cleared:
    "Tudo foi apagado. O arquivo está nos seus downloads. Guarde-o em um lugar seguro, porque ele contém suas chaves de API.",
  notCleared: "Não foi possível criar o arquivo, então nada foi apagado.",
  partlyCleared: "Não foi possível apagar alguns dados. O arquivo foi salvo. Tente novamente.",
  back: "Voltar ao app",
  needsScript: "Esta página precisa de JavaScript, que está desativado neste navegador. Ative-o e recarregue a página.",
} satisfies RescueWords;
