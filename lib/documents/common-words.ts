import { eachWord, foldForIndex } from "@/lib/documents/index-words";

/**
 * Words that make a sentence or a question but are not its subject, a paragraph for each language. In documents of
 * several languages they are not frequent enough to have a low weight by themselves.
 */
const commonWords = `
a an the and or but if of in on at to for from by with as into about out up off over under after before until than then
is are was were be been being am do does did done has have had having can could will would shall should may might must
i you he she it we they me him her us them my your his its our their this that these those there here not no so too very
how what which who whom whose when where why much many please tell get gets any some also just

der die das den dem des ein eine einen einem einer eines und oder aber wenn von im in am an auf aus bei mit nach vor zu
zum zur fur uber unter als wie ist sind war waren sein bin wird werden wurde hat haben hatte kann konnen darf durfen muss
mussen soll sollen ich du er sie es wir ihr mich mir sich mein dein sein ihr unser man dieser diese dieses nicht kein
keine auch noch was welche welcher welches welchem welchen wer wem wen wann wo warum wieso viel viele gibt bitte damit

le la les un une des du de au aux et ou mais si en dans sur sous par pour avec sans chez est sont etait etaient etre sera
a ont avait avoir ai as peut peuvent doit doivent faut fait faire je tu il elle on nous vous ils elles me te se mon ma mes
ton son sa ses notre votre leur ce cet cette ces ne pas plus que qui quoi quel quelle quels quelles comment quand ou
pourquoi combien il y d l n s t qu j c quelque

el la los las un una unos unas del de al a y e o pero si en con por para sin sobre es son era eran ser esta estan estar
hay ha han haber puede pueden debe deben hace yo tu el ella nosotros ellos me te se mi su sus lo le les este esta estos
que cual cuales quien quienes como cuando donde cuanto cuantos cuanta cuantas no mas muy

il lo la i gli le un uno una del dello della dei delle di da a al alla in nel nella con su per tra e o ma se che chi cui
sono era essere ha hanno avere puo possono deve si mi ti ci io tu lui lei noi quale quali come quando dove quanto quanti
quanta quante perche non piu cosa tempo

o os as um uma uns umas do da dos das no na nos nas ao aos em de com por para sem sobre e ou mas se sao foi ser estar tem
ter ha pode podem deve eu voce ele ela nos eles meu minha seu sua este esta isso que qual quais quem como quando onde
quanto quantos quanta quantas nao mais partir

og eller men hvis af i pa til fra med for om er var vaere har have kan skal vil jeg du han hun det den de vi en et der som
ikke hvad hva hvilken hvilket hvilke hvem hvornar nar hvor hvorfor hvordan mange meget

и или но если в во на с со из от до по за к ко у о об при для без под над не ни же ли бы это этот эта эти тот как какой
какая какое какие какую каким каких каком какой кто кого кому что чего чем когда где куда откуда почему зачем сколько
чей я ты он она оно мы вы они мне меня его ее их мой свой был была было были быть есть можно нужно надо ли

a i nebo ale jestli v ve na s se z ze od do po za k ke u o pro pri bez pod nad ne je jsou byl byla bylo byt ma mit muze
musi ja ty on ona my vy oni muj ten ta to jak jaky jaka jake kdo co kdy kde kam proc kolik ktery ktera ktere alebo ak ako
aky aka ake kto kedy preco kolko ktory ktora ktore je su bol bola bolo byt ma moze

ve veya ama eger ile icin gibi kadar bir bu su o ben sen biz siz onlar mi mu var yok degil olan olarak en ne nasil nedir
hangi kim nerede neden niye kac kaca zaman

dan atau tetapi jika di ke dari pada untuk dengan oleh yang ini itu adalah ada akan bisa dapat harus saya anda dia kami
kita mereka tidak apa bagaimana siapa kapan dimana mana mengapa berapa

va hoac nhung neu o tai tu den cho voi cua la co duoc bi se phai toi ban anh chi no chung nay do khong gi nao nhu the ai
khi dau sao bao nhieu

و او في من الي علي عن مع هو هي هم هذا هذه ذلك التي الذي ما ماذا متي اين لماذا كيف كم هل اي ان لا لم لن قد كان يكون يمكن
يمكنني استطيع هناك انا نحن لي بعد قبل عند

এবং বা কিন্তু যদি এই সেই এর থেকে জন্য সাথে হয় আছে ছিল হবে করা আমি আপনি তুমি সে আমরা তারা না কি কী কে কখন কোথায় কেন কত
কোন কিভাবে কীভাবে
`;

/** Pairs of characters of such words in Chinese, Japanese and Korean, and such single characters. */
const commonPairs = `
什么 多少 哪些 哪个 哪里 怎么 怎样 么样 为什 是什 么时 时候 多久 可以 应该 能不 不能 会不 给不 么办 如何 是否 需要 以后 之内 我们 你们 他们
什麼 哪個 哪裡 怎麼 怎樣 麼樣 為什 麼時 時候 應該 會不 給不 麼辦 需要 我們 你們 他們
的 了 是 在 有 和 与 與 或 也 都 就 还 還 不 没 沒 吗 嗎 呢 吧 我 你 他 她 它 这 這 那 哪 什 么 麼 怎 样 樣 为 為 谁 誰 几 幾 多 少 个 個
会 會 能 可 以 要 被 把 让 讓 从 從 到 对 對 给 給 里 裡 上 下 时 時 候 间 間 后 後 前 久 办 辦 何
です ます ました ません まし ませ ません した すか です か 何で なぜ いつ どこ どの のく らい くら いつ どう どれ だれ 誰が いく いくら らで 何時 くだ ださ さい
ればい ばい いい れば たら った って てい いる いま いけ けな ない ので のは のが のを には では とき こと もの のよ よう する すれ され れた れて れま
무엇 언제 어디 디에 누구 어떻 떻게 얼마 마예 마까 예요 나요 가요 입니 니까 습니 인가 하나 해야 까지 에서 으로 면서
`;

/** Languages of the paragraphs. Danish is read as Norwegian, too, and Czech as Slovak. */
const languages = ["en", "de", "fr", "es", "it", "pt", "da", "ru", "cs", "tr", "id", "vi", "ar", "bn"];

/** Languages that are recognized by their characters. */
const signLanguages = ["zh", "ja", "ko"];

/** Returns the bit of a language; 0 for an unknown one. */
export function languageBit(language: string): number {
  const place = [...languages, ...signLanguages].indexOf(language);
  return place < 0 ? 0 : 1 << place;
}

/** By common word: its languages, one bit for each. Pairs of characters have none. */
const common = new Map<string, number>();
for (const pair of commonPairs.split(/\s+/)) common.set(pair, 0);
for (const [language, list] of commonWords.split("\n\n").entries()) {
  const folded = foldForIndex(list);
  eachWord(folded, (start, end) => {
    const word = folded.slice(start, end);
    common.set(word, (common.get(word) ?? 0) | (1 << language));
  });
}

/** Whether a folded word, or pair of characters, says nothing about the subject of a question. */
export function isCommonWord(word: string): boolean {
  return common.has(word);
}

/** Returns the languages in which a folded word is common, one bit for each. */
export function languagesOfCommonWord(word: string): number {
  return common.get(word) ?? 0;
}
