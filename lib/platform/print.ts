/** Prints one element in place of the page: the user chooses the paper, or a PDF file. */
export function printElement(element: HTMLElement): void {
  const sheet = element.cloneNode(true) as HTMLElement;
  const { body } = document;
  body.append(sheet);
  const look = body.className;
  body.dataset.printing = "";
  // Paper is light.
  body.classList.remove("dark");
  body.classList.add("light");
  addEventListener(
    "afterprint",
    () => {
      delete body.dataset.printing;
      body.className = look;
      sheet.remove();
    },
    { once: true },
  );
  print();
}
