/** As a `ref`: what a new view of the dialog begins with has the focus as soon as it is shown, for keyboard and screen reader. */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });
