import { useEffect, useRef } from "react";
import styles from "./TipLayer.module.css";

const SHOW_AFTER_MS = 350;
const GAP_PX = 8;
const EDGE_PX = 6;

/**
 * The one tooltip of the page: any element with `data-tip="text"` shows it on hover and keyboard focus. It repeats a name
 * that the element already has, so it is hidden from screen readers. A button shows none while its menu is open, which it
 * would cover. `data-tip-side="right"` puts it on the right.
 */
export function TipLayer() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tip = box.current;
    return tip ? joinTip(tip) : undefined;
  }, []);
  return <div ref={box} className={styles.tip} aria-hidden="true" />;
}

function joinTip(tip: HTMLElement): () => void {
  let timer = 0;
  let owner: Element | null = null;

  // An element that is removed while it has the focus fires no event.
  const removal = new MutationObserver(() => {
    if (owner?.isConnected === false) hide();
  });
  const hide = () => {
    window.clearTimeout(timer);
    removal.disconnect();
    owner = null;
    tip.removeAttribute("data-shown");
  };
  const show = (target: Element) => {
    if (target.matches('[aria-haspopup][aria-expanded="true"]')) return;
    tip.textContent = target.getAttribute("data-tip");
    place(tip, target);
    tip.setAttribute("data-shown", "");
  };
  const over = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest("[data-tip]") : null;
    if (target === owner) return;
    hide();
    if (!target || (event.type === "focusin" && !target.matches(":focus-visible"))) return;
    owner = target;
    removal.observe(document.body, { childList: true, subtree: true });
    timer = window.setTimeout(() => show(target), SHOW_AFTER_MS);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape") hide();
  };

  document.addEventListener("pointerover", over);
  document.addEventListener("focusin", over);
  document.addEventListener("pointerdown", hide);
  document.addEventListener("keydown", key);
  return () => {
    hide();
    document.removeEventListener("pointerover", over);
    document.removeEventListener("focusin", over);
    document.removeEventListener("pointerdown", hide);
    document.removeEventListener("keydown", key);
  };
}

function place(tip: HTMLElement, target: Element): void {
  const at = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  const beside = target.getAttribute("data-tip-side") === "right";
  const left = beside ? at.right + GAP_PX : at.left + (at.width - width) / 2;
  const below = at.bottom + GAP_PX;
  const top = beside
    ? at.top + (at.height - height) / 2
    : below + height > window.innerHeight - EDGE_PX
      ? at.top - GAP_PX - height
      : below;
  tip.style.left = `${Math.max(EDGE_PX, Math.min(left, window.innerWidth - width - EDGE_PX))}px`;
  tip.style.top = `${Math.max(EDGE_PX, top)}px`;
}
