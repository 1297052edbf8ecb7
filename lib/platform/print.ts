/** Prints one element instead of the page; the user selects a printer or a PDF file. */
export function printElement(element: HTMLElement): void {
  const sheet = element.cloneNode(true) as HTMLElement;
  const { body } = document;
  body.append(sheet);
  const classNames = body.className;
  body.dataset.printing = "";
  // Always print with the light theme.
  body.classList.remove("dark");
  body.classList.add("light");
  addEventListener(
    "afterprint",
    () => {
      delete body.dataset.printing;
      body.className = classNames;
      sheet.remove();
    },
    { once: true },
  );
  print();
}
