import { useCallback, useEffect, useRef } from "react";
import type { TileOf } from "./stage.model.ts";
import { keyOf } from "./stage.model.ts";

/** Device pixels of a tile that is seen. */
export type SeenTiles = ReadonlyMap<string, { readonly tile: TileOf; readonly width: number; readonly height: number }>;

/** VROOM-4: follows which tiles are on the screen, and how large; `tell` is called when that changes. */
export function useShown(tell: (seen: SeenTiles) => void): (element: HTMLElement | null, tile: TileOf) => void {
  const watched = useRef(new Map<string, { element: HTMLElement; tile: TileOf; isSeen: boolean }>());
  const latest = useRef(tell);
  const observers = useRef<{ sight: IntersectionObserver; size: ResizeObserver } | null>(null);
  useEffect(() => {
    latest.current = tell;
  });
  const report = useCallback(() => {
    const seen = new Map<string, { tile: TileOf; width: number; height: number }>();
    for (const [key, { element, tile, isSeen }] of watched.current) {
      if (!isSeen || document.visibilityState === "hidden") continue;
      const scale = window.devicePixelRatio;
      const width = Math.round(element.clientWidth * scale);
      const height = Math.round(element.clientHeight * scale);
      if (width > 0 && height > 0) seen.set(key, { tile, width, height });
    }
    latest.current(seen);
  }, []);
  const open = useCallback(() => {
    observers.current ??= {
      sight: new IntersectionObserver((entries) => {
        for (const { target, isIntersecting } of entries)
          for (const one of watched.current.values()) if (one.element === target) one.isSeen = isIntersecting;
        report();
      }),
      size: new ResizeObserver(report),
    };
    return observers.current;
  }, [report]);
  useEffect(() => {
    document.addEventListener("visibilitychange", report);
    return () => {
      document.removeEventListener("visibilitychange", report);
      observers.current?.sight.disconnect();
      observers.current?.size.disconnect();
      observers.current = null;
    };
  }, [report]);
  return useCallback(
    (element, tile) => {
      const { sight, size } = open();
      const key = keyOf(tile);
      const before = watched.current.get(key)?.element;
      if (before !== undefined) {
        sight.unobserve(before);
        size.unobserve(before);
        watched.current.delete(key);
      }
      if (element === null) return report();
      watched.current.set(key, { element, tile, isSeen: false });
      sight.observe(element);
      size.observe(element);
    },
    [open, report],
  );
}
