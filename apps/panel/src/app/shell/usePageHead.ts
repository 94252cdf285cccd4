import { useEffect } from "react";
import type { Brand } from "../branding.store.ts";

/** The tab's title and icons: the page's and the platform's. */
export function usePageHead(heading: string, { platformName, iconSizes }: Brand): void {
  useEffect(() => {
    document.title = heading === "" ? platformName : `${heading} · ${platformName}`;
  }, [heading, platformName]);
  useEffect(() => {
    if (iconSizes.length === 0) return;
    for (const link of document.querySelectorAll("link[rel=icon]")) link.remove();
    for (const size of iconSizes) {
      const link = document.createElement("link");
      Object.assign(link, { rel: "icon", type: "image/png", href: `/favicons/${size}.png` });
      link.setAttribute("sizes", `${size}x${size}`);
      document.head.append(link);
    }
  }, [iconSizes]);
}
