import type { RescueWords } from "@/locales/messages";

export default {
  title: "Salve seus dados",
  intro:
    "Esta página funciona sem o aplicativo. Ela lê o que está guardado neste navegador e salva tudo em um arquivo, que o aplicativo pode importar depois. Nada é alterado.",
  chats: "Conversas",
  messages: "Mensagens",
  damaged: "Registros danificados",
  looking: "Procurando seus dados",
  found: "Seus dados foram encontrados.",
  onlySettings: "Há configurações aqui, mas nenhuma conversa.",
  nothing: "Nada do aplicativo está guardado aqui.",
  nothingHint:
    "Cada navegador, cada perfil e cada endereço tem seus próprios dados. Abra esta página onde você usou o aplicativo, no mesmo navegador e no mesmo endereço.",
  noAccess: "Não foi possível abrir as conversas.",
  noAccessHint:
    "Feche todas as outras abas do aplicativo e recarregue esta página. Se não adiantar, reinicie o navegador e verifique se as configurações dele permitem que esta página guarde dados.",
  waiting:
    "Está demorando mais que o normal. Outra aba pode estar atrapalhando: feche todas as outras abas do aplicativo.",
  settingsFailed: "Não foi possível ler as configurações.",
  save: "Salvar tudo",
  saving: "Salvando",
  saved: "O arquivo foi criado. Procure nos seus downloads; o aplicativo o lê em Configurações, Importar.",
  damagedKept: "Os registros danificados também estão no arquivo, até onde foi possível ler.",
  textsLeftOut:
    "As configurações danificadas não estão no arquivo, porque podem conter chaves. Elas são salvas junto com as chaves e os códigos de acesso.",
  saveFailed: "Não foi possível criar o arquivo. Nada foi perdido; tente de novo.",
  clear: "Apagar todos os dados",
  clearQuestion: "Apagar todos os dados?",
  clearBody:
    "As conversas, as configurações, as chaves e as cópias neste dispositivo são apagadas; o idioma fica. Antes, tudo é salvo em um arquivo, com as chaves. Se isso falhar, nada é apagado.",
  cancel: "Cancelar",
  saveAndClear: "Salvar e apagar",
  clearing: "Apagando",
  cleared: "Tudo foi apagado. O arquivo está nos seus downloads; guarde-o em lugar seguro, ele contém suas chaves.",
  notCleared: "Nada foi apagado, porque não foi possível criar o arquivo.",
  partlyCleared: "Não foi possível apagar tudo. O arquivo foi criado; tente de novo.",
  back: "Voltar ao aplicativo",
  needsScript: "Esta página precisa de JavaScript, que está desativado neste navegador. Ative-o e recarregue a página.",
} satisfies RescueWords;
