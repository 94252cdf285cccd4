/** Calls numbers as the person's click-to-dial setting has it (spec 1 §4). Refusals are shown as notices. */
export interface ClickToDial {
  /**
   * A click outside of the panel's pages: a `tel:` link, a page around the frame. `destination` is hostile text: a number or
   * a `tel:` address. Settles when it has been carried out.
   */
  dial(destination: string): Promise<void>;
  /** A Call button of the panel's own: the person has seen the number and wants to call it. Settles likewise. */
  call(number: string): Promise<void>;
}
