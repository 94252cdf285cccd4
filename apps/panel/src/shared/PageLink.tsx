import { useLinkProps } from "@tanstack/react-router";
import type { ComponentProps } from "react";

export interface PageLinkProps extends Omit<ComponentProps<"a">, "href" | "aria-current"> {
  readonly to: string;
  /** Whether the page it leads to is the one that is shown. */
  readonly current: boolean;
}

/**
 * A menu's link. The router's own marks the address that is being gone to, and one address of a page only; this one marks
 * the page that is shown, whatever its address, so that never two entries are marked.
 */
export function PageLink({ to, current, children, ...rest }: PageLinkProps) {
  const props = useLinkProps({ to, ...rest });
  return (
    <a {...props} aria-current={current ? "page" : undefined}>
      {children}
    </a>
  );
}
