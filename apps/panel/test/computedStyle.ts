/** Computed styles of pages in jsdom: what finding by role and name asks for is answered in a hundredth of the time. */

/** As jsdom computes it. */
export const wholeStyle = window.getComputedStyle.bind(window);

/** All that jsdom's own style sheet makes `display` depend on. */
const kindOf = (element: Element): string =>
  [
    element.localName,
    element.getAttribute("type"),
    element.hasAttribute("open"),
    element.hasAttribute("hidden"),
    element.parentElement?.localName === "ruby",
  ].join(" ");

type Quick = "display" | "visibility";
const isQuick = (name: unknown): name is Quick => name === "display" || name === "visibility";

const ownStyle = (element: Element, name: Quick): string =>
  element instanceof HTMLElement || element instanceof SVGElement ? element.style[name] : "";

/**
 * jsdom matches a hundred rules with each element and works out every colour, again after each change of the document; finding by role and name asks for
 * `display` and `visibility` of whole pages. Page tests load no style sheet, so these two follow from the kind of the element and from `style`.
 * Everything else, and all of a document that has a style sheet, jsdom answers as before.
 */
function answerQuickly(): void {
  const displays = new Map<string, string>();
  const displayOf = (element: Element): string => {
    const own = ownStyle(element, "display");
    if (own !== "") return own;
    const kind = kindOf(element);
    const display = displays.get(kind) ?? wholeStyle(element).display;
    displays.set(kind, display);
    return display;
  };
  const visibilityOf = (element: Element): string => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const own = ownStyle(at, "visibility");
      if (own !== "") return own;
    }
    return "visible";
  };
  const valueOf = (element: Element, name: Quick) => (name === "display" ? displayOf(element) : visibilityOf(element));
  const blank = document.createElement("div").style;

  window.getComputedStyle = (element, pseudo) => {
    if (typeof pseudo === "string" || element.ownerDocument.styleSheets.length > 0) return wholeStyle(element, pseudo);
    let whole: CSSStyleDeclaration | undefined;
    const all = (): CSSStyleDeclaration => (whole ??= wholeStyle(element));
    return new Proxy(blank, {
      get: (_, name) => {
        if (isQuick(name)) return valueOf(element, name);
        if (name === "getPropertyValue")
          return (wanted: string) => (isQuick(wanted) ? valueOf(element, wanted) : all().getPropertyValue(wanted));
        const value: unknown = Reflect.get(all(), name);
        return value;
      },
    });
  };
}

answerQuickly();
