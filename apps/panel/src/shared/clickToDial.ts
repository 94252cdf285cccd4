/** Carries out a click on a number that comes from outside of the panel's pages: a `tel:` link, a page around the frame. */
export interface ClickToDial {
  /**
   * Shows, dials or originates, as the person's setting has it (spec 1 §4). `destination` is hostile text: a number or a
   * `tel:` address. Refusals are shown as notices. Settles when it has been carried out.
   */
  dial(destination: string): Promise<void>;
}
