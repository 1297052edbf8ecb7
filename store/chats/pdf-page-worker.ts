/// <reference path="../../lib/documents/pdf-library.d.ts" />
// The part of the PDF library that parses files. It takes the messages of this worker as soon as it is loaded.
import "pdfjs-dist/legacy/build/pdf.worker.min.mjs";
