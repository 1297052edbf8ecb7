import { readBrand } from "../../scripts/brand.mjs";

const own = {
  name: "Parley",
  taglines: {},
  logo: "",
  accent: "",
  links: { project: "", issues: "", hostedService: "" },
  updates: { kind: "tag", feed: "", page: "" },
  emojiImages: "",
  mcpRegistry: "",
};

test("without variables, or with empty ones, the brand is the product's own", () => {
  expect(readBrand({})).toEqual(own);
  expect(readBrand({ BRAND_NAME: " ", BRAND_TAGLINE: "", BRAND_LOGO: "", BRAND_ACCENT: "" })).toEqual(own);
});

test("all of it can be another's", () => {
  const given = {
    BRAND_NAME: "Harbour ",
    BRAND_TAGLINE: "Talk to all",
    BRAND_TAGLINE_AR: "تحدث",
    BRAND_TAGLINE_CN: " ",
    BRAND_LOGO: "/harbour.svg",
    BRAND_ACCENT: "#1D93AB",
    BRAND_PROJECT_URL: "https://harbour.test",
    BRAND_ISSUES_URL: "https://harbour.test/issues",
    BRAND_HOSTED_URL: "http://hosted.test/",
  };
  expect(readBrand(given)).toEqual({
    ...own,
    name: "Harbour",
    taglines: { "": "Talk to all", ar: "تحدث" },
    logo: "/harbour.svg",
    accent: "#1D93AB",
    links: {
      project: "https://harbour.test",
      issues: "https://harbour.test/issues",
      hostedService: "http://hosted.test/",
    },
  });
});

test.each([
  ["BRAND_ACCENT", "olive", 'BRAND_ACCENT is "olive"; it must be a colour such as #566917, or empty.'],
  ["BRAND_ACCENT", "#fff;}", 'BRAND_ACCENT is "#fff;}"; it must be a colour such as #566917, or empty.'],
  ["BRAND_LOGO", "//x.test", 'BRAND_LOGO is "//x.test"; it must be an address, or a path such as /logo.svg, or empty.'],
  [
    "BRAND_ISSUES_URL",
    "javascript:alert(1)",
    'BRAND_ISSUES_URL is "javascript:alert(1)"; it must be an address with https://, or empty.',
  ],
])("a build whose %s is %s fails and says why", (name, value, message) => {
  expect(() => readBrand({ [name]: value })).toThrow(message);
});
