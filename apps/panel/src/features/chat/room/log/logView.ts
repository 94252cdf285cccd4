import { createContext, useContext, useState } from "react";

/** How large a log is, px. */
export interface LogView {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The log that was laid out last: the next one will be as large. */
export interface LastView {
  readonly size: () => LogView | null;
  keep(view: LogView): void;
}

export function createLastView(): LastView {
  let last: LogView | null = null;
  return {
    size: () => last,
    keep(view) {
      last = view;
    },
  };
}

export const LastViewContext = createContext<LastView | null>(null);

/** Of the browser's window, what is above and below the log, px. */
const AROUND_PX = 190;
/** In a wide window. */
const WIDE_PX = 760;

/** CHATUI-65: before a log is laid out, how large it will be: as the one before it; the first, by the window. */
export function useExpectedView(): LogView {
  const last = useContext(LastViewContext);
  const [view] = useState(() => last?.size() ?? { widthPx: WIDE_PX, heightPx: window.innerHeight - AROUND_PX });
  return view;
}
