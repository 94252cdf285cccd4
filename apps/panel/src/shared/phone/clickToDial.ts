import { defineService } from "../service.ts";

/** Calls numbers according to the person's click-to-dial setting (spec 1 §4). Refusals are shown as notices. */
export interface ClickToDial {
  /**
   * A click outside of the panel's pages: a `tel:` link, a page around the frame. `destination` is untrusted text: a number
   * or a `tel:` address. Settles when the command is done.
   */
  dial(destination: string): Promise<void>;
  /** A Call button of the panel's own: the person has seen the number and wants to call it. Settles in the same way. */
  call(number: string): Promise<void>;
}

export const CLICK_TO_DIAL = defineService<ClickToDial>("clickToDial");
