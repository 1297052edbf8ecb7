/**
 * Stand-ins for the parts of a browser that jsdom lacks and the UI kit builds on: modal dialogs, popovers, media
 * queries and size observers. They do the least that the platform promises, and hold no logic of ours.
 *
 * Import it in a component test before rendering: `import "@/test/support/jsdom-platform"`.
 */

import { TextDecoder, TextEncoder } from "node:util";
import { configure } from "@testing-library/react";

// Code that is loaded on first use may take longer than the default second on a busy computer.
configure({ asyncUtilTimeout: 10_000 });

Object.assign(globalThis, { TextDecoder, TextEncoder });

/** Channels in which nobody else listens: a test has one tab. */
class SilentChannel {
  onmessage: ((event: MessageEvent) => void) | null = null;
  postMessage(): void {}
  close(): void {}
}

Object.assign(globalThis, { BroadcastChannel: SilentChannel });

// jsdom has no layout.
Element.prototype.scrollIntoView ??= () => undefined;

const openers = new WeakMap<HTMLDialogElement, Element | null>();

/** Opens the dialog and remembers where the focus was. */
function showModal(this: HTMLDialogElement): void {
  openers.set(this, document.activeElement);
  this.setAttribute("open", "");
}

/** Closes the dialog, gives the focus back and tells of it. */
function close(this: HTMLDialogElement): void {
  if (!this.hasAttribute("open")) return;
  this.removeAttribute("open");
  const opener = openers.get(this);
  if (opener instanceof HTMLElement) opener.focus();
  queueMicrotask(() => this.dispatchEvent(new Event("close")));
}

Object.assign(HTMLDialogElement.prototype, { showModal, close });

/** Nobody measures here. */
Object.assign(performance, { mark() {} });

/** Popovers are told apart from the outside by `data-popover-open`, as jsdom knows no `:popover-open`. */
Object.assign(HTMLElement.prototype, {
  showPopover(this: HTMLElement) {
    this.dataset.popoverOpen = "";
  },
  hidePopover(this: HTMLElement) {
    delete this.dataset.popoverOpen;
  },
});

let isPhoneWindow = false;
const queries = new EventTarget();

/** Makes the window as narrow as a phone's, or wide again, and tells those who listen. */
export function resizeWindow(size: "phone" | "desktop"): void {
  isPhoneWindow = size === "phone";
  queries.dispatchEvent(new Event("change"));
}

Object.assign(window, {
  matchMedia: (media: string) => ({
    media,
    get matches() {
      return media.includes("max-width: 600px") && isPhoneWindow;
    },
    addEventListener: queries.addEventListener.bind(queries),
    removeEventListener: queries.removeEventListener.bind(queries),
  }),
  /** Nothing is ever laid out, so no size ever changes. */
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
});
