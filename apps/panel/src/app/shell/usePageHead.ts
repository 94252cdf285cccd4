import { useEffect } from "react";
import { afterPaint } from "../../shared/painted.ts";
import { usePanel } from "../../shared/panel.ts";
import type { Brand } from "../branding.store.ts";
import { drawBadge } from "./menu/iconBadge.ts";

/** The title and icons of the tab: page and platform, with the number of waiting items (SHELL-24). */
export function usePageHead(heading: string, { platformName, iconSizes }: Brand, count: number): void {
  const { nextFrame } = usePanel();
  useEffect(() => {
    const name = heading === "" ? platformName : `${heading} · ${platformName}`;
    // The browser redraws its own window for this.
    return afterPaint(nextFrame, () => {
      document.title = count === 0 ? name : `(${count}) ${name}`;
    });
  }, [count, heading, nextFrame, platformName]);
  useEffect(() => {
    const own = iconSizes.map((size) => ({ href: `/favicons/${size}.png`, sizes: `${size}x${size}` }));
    if (count === 0) {
      if (own.length > 0) showIcons(own);
      return undefined;
    }
    const before = currentIcons();
    const largest = own.at(-1)?.href ?? before[0]?.href ?? "/favicon.svg";
    let isWanted = true;
    void drawBadge(document, largest, count).then((href) => {
      if (isWanted && href !== null) showIcons([{ href, sizes: "64x64" }]);
    });
    return () => {
      isWanted = false;
      showIcons(own.length > 0 ? own : before);
    };
  }, [count, iconSizes]);
  useEffect(() => {
    // Only an installed panel has an app badge, and only in some browsers.
    if (!("setAppBadge" in navigator)) return;
    (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => undefined);
  }, [count]);
}

interface TabIcon {
  readonly href: string;
  readonly sizes: string;
}

const currentIcons = (): readonly TabIcon[] =>
  [...document.querySelectorAll<HTMLLinkElement>("link[rel=icon]")].map((link) => ({
    href: link.href,
    sizes: link.getAttribute("sizes") ?? "",
  }));

function showIcons(icons: readonly TabIcon[]): void {
  for (const link of document.querySelectorAll("link[rel=icon]")) link.remove();
  for (const { href, sizes } of icons) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "icon", href });
    if (sizes !== "") link.setAttribute("sizes", sizes);
    document.head.append(link);
  }
}
