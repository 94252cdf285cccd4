/** SET-20: with this part of its address, the page begins in the field of the number that calls are forwarded to. */
export const FORWARD_HASH = "forward";
