/**
 * Words for the same matter of everyday life, a line for each matter, by language. Questions often use another word than
 * the text. Only matters of contracts, rules, manuals and reports of any field are here. Other forms of the words match,
 * too. Written from general knowledge, not from questions of a test.
 */
export const relatedWords = {
  en: `
cost price fee charge rate tariff pay paid payment expensive amount rent euro pound dollar
when date january february march april may june july august september october november december
day monday tuesday wednesday thursday friday saturday sunday weekend
begin start open opening first launch commence
end finish close expire last deadline over
cancel cancellation terminate termination withdraw resign notice quit
refund reimburse repay return money back compensation
ill sick illness disease doctor physician medical fever health
accident emergency injured injury hurt wound rescue ambulance
holiday vacation leave
guest visitor customer client passenger tourist
employee staff worker personnel colleague crew
boss manager head director chair leader supervisor chief
child kid son daughter boy girl minor pupil teenager
parent mother father adult
car vehicle automobile drive park
truck lorry van
bus train tram shuttle transport travel trip journey
lose lost forget forgot left missing
late delay overdue postpone
allow permit permission approve approval consent
forbid forbidden prohibit ban refuse
need must require necessary mandatory compulsory obligatory
discount reduce reduction cheap half percent
borrow lend loan rent hire lease
buy purchase order shop sale sell sold
size large big metre meter length long width wide height high deep depth
weight weigh heavy kilogram kilo kg tonne
food meal eat lunch dinner breakfast menu
drink water beverage
clothes clothing wear garment dress jacket uniform
bag luggage suitcase baggage
certificate proof document card passport licence license
apply application request register registration enrol form
vote elect election choose majority
profit surplus earnings gain income revenue turnover
loss deficit debt
increase grow growth rise rose more higher
decrease fall fell drop decline less lower
why because reason cause due
damage broken break defect fault failure error problem
repair fix mend replace maintenance service
clean wash dirt dirty
rubbish waste trash garbage litter
noise loud quiet silence
year yearly annual annually
month monthly
night evening midnight
temperature degree warm hot cold heat
phone telephone call number contact mail email
where place location address site
animal pet dog cat
danger dangerous risk safe safety hazard warning
copy backup save store keep kept
delete erase remove destroy
weather rain storm wind snow
sign signature contract agreement
salary wage pay
money cash fund budget
house building flat apartment room
job work task duty
method technique procedure process
result outcome finding conclusion
recommend suggest propose advise
`,
  de: `
kosten kostet preis gebühr zahlen bezahlen zahlung betrag beitrag teuer tarif miete entgelt euro
wann datum termin januar februar märz april mai juni juli august september oktober november dezember
tag montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag wochenende
beginn beginnen anfang anfangen start starten öffnen geöffnet eröffnung
ende enden schluss schließen geschlossen ablauf frist spätestens
kündigen kündigung austritt austreten absagen absage stornieren abbestellen widerruf
erstatten erstattung rückzahlung zurück ersatz entschädigung
krank krankheit arzt ärztin attest fieber erkrankung medizin
unfall notfall verletzt verletzung hilfe rettung notruf
urlaub ferien freie
gast gäste besucher kunde kunden fahrgast
mitarbeiter angestellte beschäftigte personal arbeitnehmer kollege
chef leiter leitung vorstand vorsitzende direktor vorgesetzte
kind sohn tochter junge mädchen minderjährige schüler jugendliche
eltern mutter vater erwachsene
auto wagen fahrzeug pkw fahren parken
lkw laster lastwagen
bus bahn zug fahrt reise verkehr
verlieren verloren vergessen fehlt fehlen
spät verspätet verspätung verzug rechtzeitig pünktlich
erlaubt erlauben erlaubnis genehmigung genehmigen gestattet zulässig
verboten verbot untersagt unzulässig
nötig notwendig erforderlich pflicht brauchen benötigen verpflichtet vorgeschrieben
rabatt ermäßigung ermäßigt nachlass hälfte prozent billig günstig
leihen ausleihen mieten borgen verleihen
kaufen kauf bestellen erwerben verkauf verkaufen
groß größe meter länge lang breite breit höhe hoch tief tiefe
gewicht schwer wiegen kilo kilogramm kg tonne
essen mahlzeit mittagessen abendessen frühstück speise speisen
trinken getränk wasser
kleidung kleider anziehen tragen jacke
koffer gepäck tasche
bescheinigung nachweis ausweis attest urkunde zeugnis
antrag beantragen anmelden anmeldung bewerbung formular
wahl wählen gewählt abstimmung mehrheit
gewinn überschuss ertrag einnahmen umsatz
verlust defizit schulden
steigen gestiegen zunahme wachsen wachstum erhöhung mehr
sinken gesunken rückgang abnahme weniger fallen
warum weshalb grund ursache wegen weil
schaden beschädigt kaputt defekt störung fehler problem
reparieren reparatur instandsetzung beheben ersetzen wartung
reinigen reinigung putzen sauber waschen schmutz
müll abfall tonne
lärm laut geräusch ruhe leise
jahr jährlich
monat monatlich
nacht abend mitternacht
temperatur grad warm heiß kalt kälte hitze
telefon anrufen anruf nummer kontakt mail
wo ort platz adresse standort
tier haustier hund katze
gefahr gefährlich risiko sicher sicherheit warnung
kopie sicherung speichern aufbewahren
löschen entfernen vernichten
wetter regen sturm wind schnee
unterschrift unterschreiben vertrag vereinbarung
gehalt lohn vergütung
geld vermögen kasse
haus gebäude wohnung zimmer raum
verfahren methode vorgehen
ergebnis resultat befund
empfehlen empfehlung vorschlagen vorschlag raten
`,
  fr: `
coût coûte coûter prix tarif payer paye payant paiement montant cotisation frais cher loyer euro
quand date janvier février mars avril mai juin juillet août septembre octobre novembre décembre
jour lundi mardi mercredi jeudi vendredi samedi dimanche weekend
début débuter commencer commence ouvrir ouvre ouverture horaire
fin finir terminer fermer ferme fermeture expire délai
annuler annulation résilier résiliation démission quitter préavis
rembourser remboursement indemnité restituer rendre
malade maladie médecin docteur médical fièvre santé
accident urgence blessé blesser blessure secours ambulance
vacances congé férié
client visiteur invité hôte passager touriste
employé salarié personnel travailleur collègue
chef directeur responsable président gérant patron
enfant fils fille garçon mineur élève jeune
parent mère père adulte
voiture véhicule automobile conduire stationnement parking
camion camionnette
bus train car navette transport trajet voyage
perdre perdu perte oublier oublié égaré trouvé
tard retard tardif
autorisé autorisation permis permettre accord
interdit interdiction défendu défense prohibé
obligatoire nécessaire exiger exigé besoin obligation requis
réduction remise rabais réduit moitié pourcent
emprunter prêter prêt louer location
acheter achat commander vente vendre
grand taille mètre longueur long largeur large hauteur haut profond profondeur
poids lourd peser kilo kilogramme kg tonne
repas manger déjeuner dîner souper nourriture plat
boire boisson eau
vêtement habit porter tenue veste
bagage valise sac
certificat justificatif attestation document carte pièce passeport
inscription inscrire demande demander formulaire
voter vote élire élection élu choisir majorité
bénéfice excédent profit recette revenu chiffre
perte déficit dette
augmenter augmentation hausse croissance plus
diminuer baisse baisser diminution recul moins
pourquoi parce raison cause
dommage cassé panne défaut erreur problème dégât
réparer réparation entretien remplacer
nettoyer nettoyage propre laver
déchet ordure poubelle
bruit bruyant silence calme
annuel an année annuellement
mois mensuel
nuit soir minuit
température degré chaud froid chaleur
téléphone appeler appel numéro contact courriel
lieu endroit adresse place
animal chien chat
danger dangereux risque sécurité
copie sauvegarde conserver garder gardé
effacer supprimer
temps pluie orage tempête vent neige météo
signer signature contrat
salaire paie rémunération
argent somme caisse
bâtiment maison immeuble local
résultat conclusion
recommander conseiller proposer
`,
  es: `
coste costar cuesta precio tarifa pagar paga pago cuota importe caro alquiler euro entrada
cuándo fecha enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
día lunes martes miércoles jueves viernes sábado domingo
empezar empieza comenzar comienza inicio abrir abre apertura abierto horario
fin final terminar termina acabar cerrar cierra cierre cerrado plazo vence
cancelar cancelación anular anulación rescindir baja renunciar
reembolso reembolsar devolver devolución devuelve
enfermo enfermedad médico doctor fiebre salud
accidente emergencia urgencia herido lesión socorro ambulancia
vacaciones festivo permiso
cliente visitante huésped invitado pasajero turista
empleado trabajador personal plantilla
jefe director responsable presidente encargado
niño niña hijo hija menor alumno joven
padre madre adulto
coche vehículo automóvil carro conducir aparcar aparcamiento
camión furgoneta
autobús tren transporte viaje trayecto
perder perdido pérdida olvidar olvidado
tarde retraso demora
permitido permitir permiso autorización autorizar
prohibido prohibir prohibición
obligatorio necesario necesitar exigir requisito
descuento rebaja reducción reducido gratis gratuito mitad barato
prestar préstamo alquilar alquiler
comprar compra pedir vender venta
grande tamaño metro largo longitud ancho alto altura profundo
peso pesar pesado kilo kilogramo kg tonelada
comida comer almuerzo cena desayuno
beber bebida agua
ropa vestir prenda traje
equipaje maleta bolsa mochila
certificado documento carné pasaporte tarjeta
inscripción inscribir solicitud solicitar formulario
votar voto elegir elección mayoría
beneficio ganancia superávit ingreso
pérdida déficit deuda
aumentar aumento crecer subir subida
disminuir bajar bajada descenso reducir
causa motivo razón debido
daño roto avería fallo error problema
reparar reparación arreglar mantenimiento
limpiar limpieza lavar sucio
basura residuo desecho
ruido silencio
año anual anualmente
mes mensual
noche medianoche anochecer
temperatura grado calor frío caliente
teléfono llamar llamada número contacto correo
lugar sitio dirección ubicación
animal perro gato mascota
peligro peligroso riesgo seguridad
copia guardar conservar
borrar eliminar
tiempo lluvia tormenta viento nieve
firma firmar contrato
sueldo salario
dinero fondo
edificio casa piso sala
recomendar aconsejar proponer
`,
  it: `
costo costare costa prezzo tariffa pagare paga pagamento quota importo caro euro
data gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
giorno lunedì martedì mercoledì giovedì venerdì sabato domenica
iniziare inizio cominciare aprire apre apertura aperto
fine finire terminare chiudere chiude chiusura scadenza
annullare cancellare disdire disdetta recesso
rimborso rimborsare restituire
malato malattia medico dottore febbre
incidente emergenza ferito soccorso
vacanza ferie festivo
cliente visitatore ospite passeggero
dipendente personale lavoratore
capo direttore responsabile presidente
bambino figlio figlia ragazzo minore
genitore madre padre adulto
auto macchina veicolo parcheggio
perdere perso smarrito dimenticare
tardi ritardo
permesso consentito autorizzazione
vietato proibito divieto
obbligatorio necessario servire occorre bisogna
sconto riduzione ridotto gratis metà
prestare prestito noleggio noleggiare affitto
comprare acquisto vendere vendita
grande dimensione metro lunghezza larghezza altezza
peso pesare chilo grammo grammi kg
cibo pasto mangiare pranzo cena colazione
bere bevanda acqua
gradi temperatura caldo freddo
vestito abbigliamento
bagaglio valigia borsa
certificato documento tessera
iscrizione domanda richiesta modulo
guasto rotto errore problema difetto
riparare riparazione
pulire pulizia lavare
rifiuto spazzatura
rumore silenzio
anno annuale
notte sera
telefono chiamare numero
luogo posto indirizzo
animale cane gatto
pericolo rischio sicurezza
`,
  pt: `
custo custar custa preço tarifa taxa pagar paga pagamento quota valor caro multa euro real reais
data janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
dia segunda terça quarta quinta sexta sábado domingo
começar começo início iniciar abrir abre abertura aberto
fim final terminar acabar fechar fecha prazo vence
cancelar cancelamento rescindir desistir
reembolso devolver devolução
doente doença médico febre
acidente emergência ferido socorro
férias feriado folga
cliente visitante hóspede visita convidado
funcionário empregado trabalhador pessoal
chefe diretor responsável presidente síndico
criança filho filha menor
pai mãe pais adulto
carro veículo automóvel garagem estacionar vaga
perder perdido esquecer esquecido
tarde atraso
permitido permitir autorização autorizar
proibido proibir
obrigatório necessário precisar exigir
desconto redução gratuito metade
emprestar empréstimo alugar aluguel reservar reserva
comprar compra vender venda
grande tamanho metro largura altura
peso pesado quilo kg
comida comer almoço jantar refeição
água bebida
certificado documento carteira
inscrição pedido solicitar formulário
votar voto eleger eleição assembleia
avaria quebrado defeito erro problema
reparar conserto manutenção
limpar limpeza lavar
lixo resíduo
barulho ruído silêncio
ano anual
mês mensal
noite
telefone ligar número
animal cachorro cão gato
perigo risco segurança
`,
  da: `
pris koste koster betale betaling gebyr afgift beløb leje krone kroner euro
dato januar februar marts april maj juni juli august september oktober november december
dag mandag tirsdag onsdag torsdag fredag lørdag søndag
begynde start starte åbne åben
slutte slut ende lukke lukket frist
opsige opsigelse afbestille aflyse
refusion tilbage erstatning
syg sygdom læge lege feber
ulykke nødsituation skade hjælp
ferie fri
gæst gjest besøgende kunde
medarbejder ansatte personale
chef leder direktør sjef
barn søn datter børn
forældre mor far voksen
bil køretøj parkering
miste tabt glemme glemt
sen forsinket forsinkelse
tilladt tillatt tilladelse
forbudt forbud
nødvendig kræve skal
rabat nedsat
låne leje udleje
købe køb bestille
størrelse meter længde højde
vægt tung kilo
mad måltid frokost middag
tøj klær
affald skrald søppel
støj larm
år årlig
telefon ringe nummer
dyr hund kat
fare risiko sikkerhed
`,
  cs: `
cena stát stojí platit zaplatit poplatek vstupné částka nájem koruna korun kč euro
datum leden únor březen duben květen červen červenec srpen září říjen listopad prosinec
den pondělí úterý středa čtvrtek pátek sobota neděle
začátek začít začíná otevřít otevřeno otevírá
konec končit zavřít zavřeno zavírá lhůta
zrušit zrušení výpověď odstoupit storno
vrátit vrácení náhrada
nemocný nemoc lékař horečka
nehoda úraz zranění pomoc záchranka
dovolená prázdniny volno
host návštěvník zákazník klient
zaměstnanec pracovník personál
šéf vedoucí ředitel
dítě děti syn dcera žák
rodič matka otec dospělý
auto vozidlo parkování parkovat
autobus vlak tramvaj doprava
ztratit ztracený zapomenout
pozdě zpoždění
povoleno dovoleno smět povolení
zakázáno zákaz
nutný potřebovat povinný
sleva snížený zdarma polovina
půjčit zapůjčit pronajmout
koupit nákup prodej
velký velikost metr délka výška
váha těžký kilogram
jídlo jíst oběd večeře snídaně
pít voda nápoj
oblečení
odpad smetí
hluk ticho
rok ročně
telefon zavolat číslo
zvíře pes kočka
`,
  ru: `
стоимость стоить стоит цена платить оплата оплатить плата взнос сумма тариф аренда рубль рублей евро
когда дата срок январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь января февраля марта апреля мая июня июля августа сентября октября ноября декабря
день понедельник вторник среда четверг пятница суббота воскресенье выходной
начало начать начинается открыть открыт открытие
конец закончить окончание закрыть закрыт закрытие
отменить отмена расторгнуть отказ
вернуть возврат возместить компенсация
больной болезнь болеть врач доктор температура
авария несчастный травма ранен помощь спасатели скорая
отпуск каникулы
гость посетитель клиент пассажир
сотрудник работник персонал
начальник руководитель директор председатель
ребенок дети сын дочь несовершеннолетний
родитель мать отец взрослый
машина автомобиль транспорт парковка стоянка
терять потерять потерян забыть забытый
поздно опоздать опоздание просрочка задержка
разрешить разрешено разрешение можно
запретить запрещено запрет нельзя
нужно необходимо обязательно требуется
скидка льгота бесплатно половина
занять одолжить арендовать прокат
купить покупка продать продажа
размер большой метр длина ширина высота глубина
вес тяжелый весить килограмм
еда есть питание обед ужин завтрак
пить вода напиток
одежда
мусор отходы
шум тишина тихо громко
год ежегодно годовой лет
месяц ежемесячно
ночь вечер
телефон звонить номер
место адрес где
животное собака кошка
опасность опасно риск безопасность
причина почему поломка сломаться неисправность ошибка
ремонт починить
результат вывод
рекомендовать советовать предлагать посоветовать
голосовать выборы избрать
`,
  tr: `
fiyat ücret ücreti ödemek ödeme öde ödenir kira tutar bedel para lira euro
tarih ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
gün pazartesi salı çarşamba perşembe cuma cumartesi pazar
başlamak başlar başlangıç açık açılır açılış
bitmek biter bitiş kapalı kapanır kapanış son
iptal fesih vazgeçmek ayrılmak ayrılır çıkış
iade geri
hasta hastalık doktor hekim ateş
kaza acil yaralı yardım
tatil izin
misafir ziyaretçi konuk müşteri
çalışan personel görevli işçi
müdür başkan yönetici
çocuk oğul kız öğrenci
anne baba veli yetişkin
araba araç otomobil otopark
kaybetmek kayıp unutmak unutulan
geç gecikme
serbest izinli
yasak yasaktır
zorunlu gerekli şart
indirim bedava ücretsiz
ödünç kiralamak
satın almak satış
büyük boy metre uzunluk
ağırlık ağır kilo
yemek kahvaltı öğle akşam
su içecek
çöp atık
gürültü sessiz
yıl yıllık
telefon aramak numara
hayvan köpek kedi
saat saatte
`,
  id: `
harga biaya bayar membayar pembayaran tarif sewa rupiah
tanggal januari februari maret april mei juni juli agustus september oktober november desember
hari senin selasa rabu kamis jumat sabtu minggu
mulai dimulai buka dibuka
selesai akhir tutup ditutup batas
batal membatalkan pembatalan
sakit penyakit dokter demam
kecelakaan darurat luka bantuan
libur cuti
tamu pengunjung pelanggan
karyawan pegawai staf
kepala pemimpin direktur
anak putra putri
mobil kendaraan parkir
hilang lupa
terlambat
boleh diizinkan izin
dilarang larangan
wajib perlu
diskon potongan gratis
pinjam meminjam sewa
beli membeli
makan makanan
sampah limbah
telepon nomor
hewan anjing kucing
`,
  vi: `
giá phí tiền đồng
đóng mở
ốm bệnh sốt
khách
trẻ
mất quên
trễ muộn
cấm
mượn thuê
mua bán
ăn cơm
rác
chó mèo
`,
  ar: `
سعر ثمن رسوم رسم تكلفة يكلف دفع يدفع مبلغ أجرة غرامة دينار درهم ريال دولار
متى تاريخ موعد يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
يوم الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد
بداية يبدأ بدء تفتح يفتح افتتاح مفتوح
نهاية ينتهي تغلق يغلق إغلاق مغلق
إلغاء يلغي انسحاب
استرداد إرجاع يعيد إعادة
مريض مرض طبيب حمى
حادث طوارئ إصابة إسعاف
إجازة عطلة
ضيف زائر عميل زبون
موظف عامل طاقم
مدير رئيس مسؤول
طفل أطفال ابن ابنة
سيارة مركبة موقف
فقد ضياع مفقود نسي ضاع
تأخر تأخير متأخر
مسموح يسمح إذن
ممنوع يمنع حظر محظور
مطلوب ضروري يجب
خصم تخفيض مجانا
استعارة إعارة يستعير إيجار
شراء بيع اشترى
طعام أكل وجبة
سنة عام سنوي
هاتف اتصال رقم
`,
  bn: `
দাম মূল্য খরচ টাকা ফি ভাড়া
তারিখ জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর
শুরু খোলা
শেষ বন্ধ
বাতিল
ফেরত
অসুস্থ রোগ ডাক্তার জ্বর
ছুটি
অতিথি গ্রাহক
কর্মী কর্মচারী
শিশু বাচ্চা ছেলে মেয়ে
গাড়ি যানবাহন
হারানো হারিয়ে
দেরি বিলম্ব
নিষেধ নিষিদ্ধ
ধার
খাবার
ফোন
`,
  zh: `
价格 售价 费用 收费 多少钱 少钱 钱 元 价 费
價格 售價 費用 收費 少錢 錢 元 價 費
开始 开放 开门 营业
開始 開放 開門 營業
结束 关门 截止 停业 关闭
結束 關門 截止 停業 關閉
取消 退订 解除 辞职 退出
退款 退还 返还 归还
退款 退還 返還 歸還
生病 病假 疾病 医生 医院 病人
生病 病假 醫生 醫院 疾病
受伤 事故 急救 紧急
假期 放假 休假 年假
放假 休假 假期
客人 顾客 访客 游客
员工 职工 职员 工作人员 同事
經理 主管 主任 經理人
经理 主管 主任 领导 老板
孩子 儿童 小孩 子女 未成年
兒童 孩子 小孩
汽车 车辆 开车 停车
丢失 遗失 遗留 忘记 丢了
遺失 忘記 丟失 弄丟
迟到 逾期 延迟 晚
遲到 逾期 延遲
允许 准许 许可 可以
允許 准許 許可
禁止 不得 严禁 不准 不许
禁止 不得 嚴禁 不准
必须 需要 须 应当
折扣 优惠 减免 免费 打折
折扣 優惠 減免 免費
借 借用 租 租借 出借
购买 买 订购 购
購買 買 訂購
东西 物品 行李
東西 物品 行李
保管 保存 存放 储存
吃 食品 饮食 用餐 午餐 食物
吃 食品 飲食 用餐
喝 饮料 水
垃圾 废物
噪音 吵 安静
每年 年度 一年 年
电话 联系 致电
電話 聯絡 致電
坏 故障 损坏 出错 错误
壞 故障 損壞 錯誤
修 维修 修理
`,
  ja: `
料金 値段 価格 費用 代金 有料 無料 円 支払 払う
開始 始ま 開館 営業 開店
終了 終わ 閉館 閉店 締切 期限
取消 消し キャ ンセ セル 解約
返金 返却 払戻
病気 医師 医者 病院 発熱
事故 緊急 怪我 負傷 救急
休み 休日 休業 休暇 定休
客 お客 訪問 来客
社員 職員 従業
子供 子ど 児童
車 自動 駐車
忘れ 紛失 落と 失く 遺失
遅刻 遅れ 遅く
許可 可能
禁止 厳禁
必要 必須
割引 安く 半額
借り 貸し 貸出 レン
購入 買う 買い 販売
食事 食べ 夕食 朝食 昼食
飲み 水
服 衣類
ゴミ ごみ 廃棄
騒音 静か
毎年 年間
電話 連絡
故障 壊れ エラ 異常
修理 直す
掃除 洗う 洗浄 手入
犬 猫 ペッ
`,
  ko: `
가격 요금 비용 얼마 지불 결제 원
시작 개장 열다 여는 영업
종료 마감 닫는 폐장
취소 해지
환불 반환 반납
아프 병원 의사 질병
사고 응급 부상 다치
휴일 휴가 휴무 쉬는
손님 고객 방문
직원 사원
아이 어린 자녀
자동 차량 주차
분실 잃어 잃은
늦게 지연 연체
허용 가능
금지
필요 필수
할인 무료
빌리 대여 대출
구매 구입 사다
고장 파손 수리
보증 보증금
전화 연락
`,
} as const satisfies Readonly<Record<string, string>>;
