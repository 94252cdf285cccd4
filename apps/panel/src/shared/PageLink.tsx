import { useLinkProps } from "@tanstack/react-router";
import type { ComponentProps } from "react";

export interface PageLinkProps extends Omit<ComponentProps<"a">, "href" | "aria-current"> {
  readonly to: string;
  /** Whether its page is the current page. */
  readonly current: boolean;
}

/**
 * A link of a menu. The router's own link marks the address of the pending navigation, and only one address per page; this
 * one marks the current page by any of its addresses, so that never two entries are marked.
 */
export function PageLink({ to, current, children, ...rest }: PageLinkProps) {
  const props = useLinkProps({ to, ...rest });
  return (
    <a {...props} aria-current={current ? "page" : undefined}>
      {children}
    </a>
  );
}
