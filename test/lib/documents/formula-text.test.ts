import { formulaText } from "@/lib/documents/formula-text";
import { readXml } from "@/lib/documents/xml";

/** Returns the text of a formula in XML. */
async function textOf(xml: string): Promise<string> {
  const read = readXml(
    (async function* () {
      yield new TextEncoder().encode(xml);
    })(),
  );
  return formulaText(await read);
}

test.each([
  ["a fraction", "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>", "(a+b)/c"],
  ["indexes", "<msubsup><mi>x</mi><mn>1</mn><mrow><mi>n</mi><mo>-</mo><mn>1</mn></mrow></msubsup>", "x_1^(n-1)"],
  ["a sum", "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover>", "∑_(i=0)^n"],
  ["roots", "<msqrt><mi>x</mi></msqrt><mroot><mi>y</mi><mn>3</mn></mroot>", "√(x)root[3](y)"],
  [
    "a matrix",
    "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>",
    "1, 2; 3;",
  ],
  [
    "its source",
    '<semantics><mi>x</mi><annotation encoding="application/x-tex"> \\hat x </annotation></semantics>',
    "$\\hat x$",
  ],
  ["without another annotation", '<mi>x</mi><annotation encoding="StarMath 5.0">x over y</annotation>', "x"],
])("MathML: %s", async (_name, inner, text) => {
  expect(await textOf(`<math>${inner}</math>`)).toBe(text);
});

const run = (text: string) => `<r><rPr>bold</rPr><t>${text}</t></r>`;

test.each([
  ["a fraction", `<f><fPr></fPr><num>${run("a+b")}</num><den>${run("c")}</den></f>`, "(a+b)/c"],
  [
    "roots",
    `<rad><deg></deg><e>${run("x")}</e></rad><rad><deg>${run("3")}</deg><e>${run("y")}</e></rad>`,
    "√(x)root[3](y)",
  ],
  [
    "a sum",
    `<nary><naryPr><chr val="∑"></chr></naryPr><sub>${run("i=0")}</sub><sup>${run("n")}</sup><e>${run("i")}</e></nary>`,
    "∑_(i=0)^n i",
  ],
  ["an integral", `<nary><naryPr></naryPr><sub></sub><sup></sup><e>${run("x")}</e></nary>`, "∫ x"],
  [
    "brackets",
    `<d><dPr><begChr val="["></begChr><endChr val="]"></endChr></dPr><e>${run("a")}</e><e>${run("b")}</e></d>`,
    "[a, b]",
  ],
])("Office Math: %s", async (_name, inner, text) => {
  expect(await textOf(`<oMath>${inner}</oMath>`)).toBe(text);
});

test("sums in the limits of sums are read once each", async () => {
  const depth = 60;
  const nested = `${"<nary><sub>".repeat(depth)}${run("x")}${"</sub></nary>".repeat(depth)}`;
  const outer = Array.from({ length: depth - 1 }, () => "∫_(").join("");
  expect(await textOf(`<oMath>${nested}</oMath>`)).toBe(`${outer}∫_x${")".repeat(depth - 1)}`);
});
