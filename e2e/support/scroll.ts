/** Runs in a page: scrolls it so far, and then a pixel on and back in each frame until the pointer is pressed. */
export function scrollUntilPressed(firstPx: number): void {
  const area = document.querySelector("main");
  let step = firstPx;
  let pressed = false;
  window.addEventListener("pointerdown", () => (pressed = true), { capture: true, once: true });
  const scroll = () => {
    if (pressed) return;
    area?.scrollBy(0, step);
    step = step === 1 ? -1 : 1;
    requestAnimationFrame(scroll);
  };
  scroll();
}
