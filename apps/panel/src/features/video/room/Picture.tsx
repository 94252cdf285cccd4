import { useLayoutEffect, useRef } from "react";
import styles from "./Tile.module.css";

/**
 * The element of each stream. A new one is dark until the next picture comes, and a tile that changes its place in the layout is
 * a new tile: so the element goes with the stream. One that is moved within a task plays on.
 */
const elements = new WeakMap<MediaStream, HTMLVideoElement>();

function elementOf(stream: MediaStream): HTMLVideoElement {
  const known = elements.get(stream);
  // A picture that is in another tile stays there.
  if (known !== undefined && !known.isConnected) return known;
  const made = document.createElement("video");
  // Without sound it may always play.
  Object.assign(made, { muted: true, playsInline: true, autoplay: true, disablePictureInPicture: true });
  made.srcObject = stream;
  elements.set(stream, made);
  return made;
}

/** The moving picture of a tile (VROOM-12). */
export function Picture({ stream }: { readonly stream: MediaStream }) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = elementOf(stream);
    box.current?.append(element);
    // It was paused if it was away for longer; rejects when it goes at once.
    element.play().catch(() => undefined);
    return () => element.remove();
  }, [stream]);
  return <span ref={box} className={styles.picture} />;
}
