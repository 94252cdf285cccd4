/**
 * Runs in a page: scrolls it so far, and then a pixel on and back in each frame until the pointer is pressed. Before that, and again
 * until the panel takes it for a scroll, it rests: a pointer that moved in the scroll before, as `hover()` does, ended that one for as
 * long as it goes on (BUDDIES-38).
 */
export function scrollUntilPressed(firstPx: number): void {
  /** At 60 frames a second, more than the 200 ms after which a scroll has stopped (`REST_AFTER_MS`). */
  const restFrames = 30;
  const area = document.querySelector("main");
  let step = firstPx;
  let frame = 0;
  let pressed = false;
  window.addEventListener("pointerdown", () => (pressed = true), { capture: true, once: true });
  const scroll = () => {
    if (pressed) return;
    requestAnimationFrame(scroll);
    const rests = Math.floor(frame++ / restFrames) % 2 === 0;
    if (rests && document.querySelector("[data-scrolling]") === null) return;
    area?.scrollBy(0, step);
    step = step === 1 ? -1 : 1;
  };
  scroll();
}

/** Runs in a page: scrolls it by a pixel, and waits until the page knows. */
export function scrollOnePixel(): Promise<void> {
  const area = document.querySelector("main");
  return new Promise((resolve) => {
    area?.addEventListener("scroll", () => resolve(), { once: true });
    const before = area?.scrollTop;
    area?.scrollBy(0, 1);
    if (area?.scrollTop === before) area?.scrollBy(0, -1);
  });
}
