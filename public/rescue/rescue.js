// The page that saves everything when the app does not start. It uses nothing of the app: only what the browser stores.
(() => {
  const { documents: documentKeys, languages } = globalThis.rescueWords;
  let { brand } = globalThis.rescueWords;
  const { backupPieces, joined, readDocuments, setAside } = globalThis.rescueBackup;
  const { clearStored } = globalThis.rescueClear;
  const { countOf, eachOf, growthBetween, openStored, rowsOf, textsOf } = globalThis.rescueStored;

  /** When a database that does not open is probably held by another tab. */
  const slowAfter = 5000;
  /** How many characters are gathered before they are handed to the browser. */
  const blockChars = 1_000_000;
  const part = (id) => document.getElementById(id);
  const { tag, direction, words } = languages[chooseLanguage()];

  /** Chooses the language as the app does: the stored one, else the first of the browser's that exists, else English. */
  function chooseLanguage() {
    const stored = readStored("lang");
    if (stored !== null && Object.hasOwn(languages, stored)) return stored;
    const codes = Object.keys(languages);
    const isSpoken = (code, preferred) => scriptOf(languages[code].tag) === scriptOf(preferred);
    for (const preferred of navigator.languages) {
      const found = codes.find((code) => isSpoken(code, preferred));
      if (found) return found;
    }
    return "en";
  }

  function scriptOf(languageTag) {
    try {
      const { language, script } = new Intl.Locale(languageTag).maximize();
      return `${language}-${script}`;
    } catch {
      return languageTag;
    }
  }

  function readStored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      // A browser that forbids storage: what is missing is said once the settings are read.
      return null;
    }
  }

  function fillWords() {
    document.documentElement.lang = new Intl.Locale(tag).baseName;
    document.documentElement.dir = direction;
    document.title = words.title;
    for (const element of document.querySelectorAll("[data-words]")) element.textContent = words[element.dataset.words];
  }

  /** Whose app this is stands in the app's own file; where that cannot be had, the name is the product's own. */
  async function nameBrand() {
    try {
      const response = await fetch("../config.json");
      const { name } = response.ok ? await response.json() : {};
      if (typeof name === "string") brand = name;
    } catch {
      // The page is there for when nothing else is.
    }
    document.title = `${words.title} · ${brand}`;
  }

  function say(text) {
    part("status").textContent = text;
  }

  /** Says what failed, what to do, and what the browser says of it. */
  function showFailure(sentence, hint, error) {
    const line = document.createElement("p");
    line.textContent = [sentence, hint].filter(Boolean).join(" ");
    part("failures").append(line);
    if (!error) return;
    const detail = document.createElement("pre");
    detail.dir = "ltr";
    detail.textContent = String(error);
    part("failures").append(detail);
  }

  function showCounts(counts) {
    const number = new Intl.NumberFormat(tag);
    for (const [name, count] of Object.entries(counts)) part(name).textContent = number.format(count);
    part("damaged-row").hidden = counts.damaged === 0;
    part("counts").hidden = false;
  }

  /** Lets a piece of work use the database and closes it; the work is given nothing where there is none. */
  async function withStored(work) {
    const slow = setTimeout(() => say(words.waiting), slowAfter);
    const database = await openStored().finally(() => clearTimeout(slow));
    try {
      return await work(database);
    } finally {
      if (database) database.close();
    }
  }

  function documentsHere(withCredentials) {
    return readDocuments(localStorage, documentKeys, withCredentials);
  }

  /** Returns the documents of localStorage and of the database; the database's replace older ones in localStorage. */
  async function allDocuments(database, withCredentials, onDamaged) {
    const small = settingsToSave(withCredentials);
    if (!database) return small;
    const texts = await textsOf(database, onDamaged);
    const storage = Object.assign(Object.create({ getItem: (key) => texts[key] }), texts);
    const large = readDocuments(storage, documentKeys, withCredentials);
    return {
      documents: { ...small.documents, ...large.documents },
      unreadable: [...small.unreadable, ...large.unreadable],
      leftOut: small.leftOut + large.leftOut,
    };
  }

  /** Counts what is stored; a failure is shown, and what else can be saved still can. */
  async function look() {
    say(words.looking);
    const settings = countSettings();
    try {
      const counts = await withStored(countRows);
      if (counts.chats + counts.messages + counts.damaged > 0) showCounts(counts);
      sayFound(counts.chats + counts.messages + counts.damaged, settings);
    } catch (error) {
      say("");
      showFailure(words.noAccess, words.noAccessHint, error);
      part("form").hidden = settings === 0;
    }
  }

  function countSettings() {
    try {
      const { documents, unreadable } = documentsHere(true);
      return Object.keys(documents).length + unreadable.length;
    } catch (error) {
      showFailure(words.settingsFailed, "", error);
      return 0;
    }
  }

  async function countRows(database) {
    if (!database) return { chats: 0, messages: 0, damaged: 0 };
    return {
      chats: await countOf(database, "sessions"),
      messages: await countOf(database, "messages"),
      damaged: await countOf(database, "unreadable"),
    };
  }

  function sayFound(rows, settings) {
    part("form").hidden = rows + settings === 0;
    if (rows > 0) return say(words.found);
    if (settings > 0) return say(words.onlySettings);
    say(`${words.nothing} ${words.nothingHint}`);
  }

  async function* recordsOf(database, name, onDamaged) {
    if (!database) return;
    for await (const { rows } of rowsOf(database, name, onDamaged)) yield rows;
  }

  async function* imagesOf(database, onDamaged) {
    if (database) yield* eachOf(database, "blobs", onDamaged);
  }

  async function* messagesOf(database, onDamaged) {
    if (!database) return;
    for await (const { first, last, rows } of rowsOf(database, "messages", onDamaged)) {
      yield joined(rows, await growthBetween(database, first, last, onDamaged));
    }
  }

  /** Makes the file; answers how much of it is damaged, and whether damaged settings had to stay out. */
  async function makeFile(database, withCredentials) {
    const damaged = [];
    const onDamaged = (name, key, error) => damaged.push(setAside(name, key, null, String(error)));
    const { documents, unreadable: texts, leftOut } = await allDocuments(database, withCredentials, onDamaged);
    let damagedCount = texts.length;
    async function* unreadable(unwritable) {
      for await (const rows of recordsOf(database, "unreadable", onDamaged)) {
        damagedCount += rows.length;
        yield rows;
      }
      damagedCount += damaged.length + unwritable.length;
      yield [...texts, ...damaged, ...unwritable];
    }
    const pieces = backupPieces({
      exportedAt: Date.now(),
      sessions: recordsOf(database, "sessions", onDamaged),
      messages: messagesOf(database, onDamaged),
      tombstones: recordsOf(database, "tombstones", onDamaged),
      documents,
      blobs: imagesOf(database, onDamaged),
      unreadable,
    });
    return { file: await inBlocks(pieces), damagedCount, leftOut };
  }

  /** Settings that cannot be read do not keep the chats from being saved; that they are missing was said at the start. */
  function settingsToSave(withCredentials) {
    try {
      return documentsHere(withCredentials);
    } catch {
      return { documents: {}, unreadable: [], leftOut: 0 };
    }
  }

  /** Gives the browser the text in blocks, so that a long history never stands in one text. */
  async function inBlocks(pieces) {
    const blocks = [];
    let block = "";
    for await (const piece of pieces) {
      block += piece;
      if (block.length < blockChars) continue;
      blocks.push(new Blob([block]));
      block = "";
    }
    return new Blob([...blocks, block], { type: "application/json" });
  }

  function download(file) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = `${brand}-${new Date().toISOString().slice(0, 19).replace(/:/g, "-")}.json`;
    document.body.append(link);
    link.click();
    link.remove();
    // The browser reads the file after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  /** Where the chats cannot be opened, the settings alone are saved: that the chats are missing is on the page. */
  async function save() {
    const withCredentials = part("credentials").checked;
    part("save").disabled = true;
    say(words.saving);
    try {
      const { file, damagedCount, leftOut } = await withStored((database) => makeFile(database, withCredentials)).catch(
        (error) => withoutChats(error, withCredentials),
      );
      download(file);
      const notes = [words.saved, damagedCount > 0 && words.damagedKept, leftOut > 0 && words.textsLeftOut];
      say(notes.filter(Boolean).join(" "));
    } catch (error) {
      say("");
      showFailure(words.saveFailed, "", error);
    } finally {
      part("save").disabled = false;
    }
  }

  /** A database that was found and then fails is no file without chats, but a failure. */
  function withoutChats(error, withCredentials) {
    if (!part("counts").hidden) throw error;
    showFailure(words.noAccess, words.noAccessHint, error);
    return makeFile(undefined, withCredentials);
  }

  /** Saves everything, and clears it only once the file is there: whatever keeps the file from being made keeps all. */
  async function saveAndClear() {
    part("clear").disabled = true;
    part("failures").replaceChildren();
    say(words.saving);
    let isSaved = false;
    try {
      // Settings that cannot be read are not cleared either.
      documentsHere(true);
      const { file } = await withStored((database) => makeFile(database, true));
      download(file);
      isSaved = true;
      say(words.clearing);
      await clearStored(() => say(words.waiting));
      for (const id of ["counts", "form", "clear"]) part(id).hidden = true;
      say(words.cleared);
    } catch (error) {
      say("");
      showFailure(isSaved ? words.partlyCleared : words.notCleared, "", error);
    } finally {
      part("clear").disabled = false;
    }
  }

  function askToClear() {
    // Loading the page again does not ask again.
    history.replaceState(null, "", location.pathname);
    const dialog = part("clearing");
    dialog.returnValue = "";
    dialog.showModal();
  }

  fillWords();
  nameBrand();
  part("clear").addEventListener("click", askToClear);
  part("clearing").addEventListener("close", () => {
    if (part("clearing").returnValue === "clear") saveAndClear();
  });
  part("form").addEventListener("submit", (event) => {
    event.preventDefault();
    part("failures").replaceChildren();
    save();
  });
  look().then(() => {
    // What could not be read can still be cleared.
    const isNothing = part("form").hidden && part("failures").childElementCount === 0;
    part("clear").hidden = isNothing;
    if (location.hash === "#clear" && !isNothing) askToClear();
  });
})();
