// The policy of the page allows no inline styles. The editor makes style elements, and writes style attributes into
// HTML: the elements get the nonce of the page, and the attributes are set as properties, which the policy allows.
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
const held = 'data-held-style';

const createElement = document.createElement.bind(document);
document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
  const element = createElement(name, options);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
};

/** Renames the style attributes of all tags; the editor escapes `<` and `>` in text. What it writes may be TrustedHTML. */
function hold(html: string): string {
  return html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\sstyle=/gi, ` ${held}=`));
}

function applyIn(parent: ParentNode): void {
  for (const element of parent.querySelectorAll<HTMLElement>(`[${held}]`)) {
    element.style.cssText = element.getAttribute(held) ?? '';
    element.removeAttribute(held);
  }
}

const { set, ...innerHTML } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML') ?? {};
Object.defineProperty(Element.prototype, 'innerHTML', {
  ...innerHTML,
  set(this: Element, html: unknown) {
    set?.call(this, hold(String(html)));
    applyIn(this);
  },
});

const { insertAdjacentHTML } = Element.prototype;
Element.prototype.insertAdjacentHTML = function (this: Element, position: InsertPosition, html: unknown): void {
  insertAdjacentHTML.call(this, position, hold(String(html)));
  applyIn(this.parentElement ?? this);
};
