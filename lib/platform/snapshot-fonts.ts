import { dataAddress } from "@/lib/platform/data-address";

/** Returns the font faces that an element uses, with embedded fonts. */
export async function fontsOf(element: Element): Promise<string> {
  const families = familiesIn(element);
  const characters = new Set([...(element.textContent ?? "")].map((character) => character.codePointAt(0) ?? 0));
  const faces = facesOf(document.styleSheets).filter(
    ({ style }) =>
      families.has(familyName(style.getPropertyValue("font-family"))) &&
      holdsAny(style.getPropertyValue("unicode-range"), characters),
  );
  const written = await Promise.all(faces.map(withFont));
  return written.join("\n");
}

function familiesIn(element: Element): ReadonlySet<string> {
  const elements = [element, ...element.querySelectorAll("*")];
  return new Set(elements.flatMap((each) => getComputedStyle(each).fontFamily.split(",").map(familyName)));
}

function familyName(family: string): string {
  return family.trim().replace(/^["']|["']$/g, "");
}

function facesOf(sheets: StyleSheetList): CSSFontFaceRule[] {
  return [...sheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
    } catch {
      // A style sheet of another origin is not ours.
      return [];
    }
  });
}

/** Whether a range such as `U+0-FF, U+131, U+4??` contains one of the characters; an empty range contains all. */
function holdsAny(range: string, characters: ReadonlySet<number>): boolean {
  if (range.trim() === "") return true;
  const spans = range.split(",").map((part) => {
    const [from = "", to = from] = part.trim().replace(/^U\+/i, "").split("-");
    return [Number.parseInt(from.replaceAll("?", "0"), 16), Number.parseInt(to.replaceAll("?", "F"), 16)] as const;
  });
  return [...characters].some((character) => spans.some(([from, to]) => character >= from && character <= to));
}

/** Embeds the font of a face. The first source is one that every current browser supports. */
async function withFont(face: CSSFontFaceRule): Promise<string> {
  const [whole = "", , address = ""] = /url\((["']?)(.*?)\1\)/.exec(face.cssText) ?? [];
  const font = await dataAddress(new URL(address, face.parentStyleSheet?.href ?? document.baseURI).href);
  if (font === undefined) return "";
  const kept = ["font-family", "font-style", "font-weight", "font-stretch", "unicode-range"].flatMap((name) => {
    const value = face.style.getPropertyValue(name);
    return value === "" ? [] : [`${name}:${value}`];
  });
  return `@font-face{${kept.join(";")};src:${whole.replace(address, font)}}`;
}
