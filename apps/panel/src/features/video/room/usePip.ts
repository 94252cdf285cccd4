import { useEffect, useState } from "react";

/** Document Picture-in-Picture (WICG): browsers without it have no such field. */
interface PipApi {
  requestWindow(options: { readonly width: number; readonly height: number }): Promise<Window>;
}

declare global {
  interface Window {
    readonly documentPictureInPicture?: PipApi;
  }
}

/** A small window of the page that stays on top of all others. */
export interface Pip {
  /** Null: it is closed. */
  readonly place: Window | null;
  readonly toggle: () => void;
}

const SIZE = { width: 384, height: 264 } as const;

/** Null where the browser has no such windows. It closes with the meeting. */
export function usePip(): Pip | null {
  const [place, setPlace] = useState<Window | null>(null);
  useEffect(() => () => place?.close(), [place]);
  const { documentPictureInPicture: api } = window;
  if (api === undefined) return null;
  return {
    place,
    toggle: () => {
      if (place !== null) return place.close();
      api.requestWindow(SIZE).then(
        (opened) => {
          dress(opened.document);
          opened.addEventListener("pagehide", () => setPlace(null), { once: true });
          setPlace(opened);
        },
        // Browsers refuse without a click, and in a frame.
        () => undefined,
      );
    },
  };
}

/** The styles, language and theme of the page. */
function dress(there: Document): void {
  const { lang, dataset } = document.documentElement;
  there.documentElement.lang = lang;
  Object.assign(there.documentElement.dataset, dataset);
  for (const sheet of document.querySelectorAll("link[rel=stylesheet], style"))
    there.head.append(sheet.cloneNode(true));
  there.title = document.title;
}
