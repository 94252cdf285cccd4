/** Document Picture-in-Picture (WICG): a small window of the page that stays on top of all others. */
interface PipApi {
  requestWindow(options: PipSize): Promise<Window>;
}

declare global {
  interface Window {
    /** Undefined in browsers without it. */
    readonly documentPictureInPicture?: PipApi;
  }
}

export interface PipSize {
  readonly width: number;
  readonly height: number;
}

export const hasPip = (): boolean => window.documentPictureInPicture !== undefined;

/**
 * To be called from a click. `onPlace` gets the window, and null when it is closed; browsers refuse without a click, and in a
 * frame. Styles, language and theme are those of the page, as they change.
 */
export function openPip(size: PipSize, onPlace: (place: Window | null) => void): void {
  window.documentPictureInPicture?.requestWindow(size).then(
    (opened) => {
      const undress = dress(opened.document);
      opened.addEventListener(
        "pagehide",
        () => {
          undress();
          onPlace(null);
        },
        { once: true },
      );
      onPlace(opened);
    },
    () => undefined,
  );
}

function dress(there: Document): () => void {
  const { documentElement, head } = document;
  const copyRoot = () => {
    there.documentElement.lang = documentElement.lang;
    Object.assign(there.documentElement.dataset, documentElement.dataset);
  };
  const copySheet = (node: Node) => {
    if (node instanceof Element && node.matches("link[rel=stylesheet], style")) there.head.append(node.cloneNode(true));
  };
  copyRoot();
  for (const node of head.children) copySheet(node);
  there.title = document.title;
  const root = new MutationObserver(copyRoot);
  root.observe(documentElement, { attributes: true });
  // Code that is loaded later brings styles of its own.
  const sheets = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) copySheet(node);
  });
  sheets.observe(head, { childList: true });
  return () => {
    root.disconnect();
    sheets.disconnect();
  };
}
