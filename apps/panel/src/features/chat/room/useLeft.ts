import { useEffect } from "react";

/** Runs when one leaves the room; it stays in the page (CHATUI-61). `left` is the same function each time. */
export function useLeft(left: () => void): void {
  useEffect(() => left, [left]);
}
