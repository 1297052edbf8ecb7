/// <reference types="@testing-library/jest-dom" />

// Matchers of elements; loading them would take longer than most tests without a page.
if ("document" in globalThis) require("@testing-library/jest-dom");
