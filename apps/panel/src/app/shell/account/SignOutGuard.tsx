import { useBlocker } from "@tanstack/react-router";
import { SERVICE_PATHS } from "../../../shared/routes.ts";
import { useSnapshot } from "../../../shared/store.ts";
import type { Workplace } from "../../workplace.ts";

/** SOFT-50: during a call, every navigation to `/signout` asks first. For closing the page, the browser asks (SOFT-18). */
export function SignOutGuard({ workplace }: { readonly workplace: Workplace }) {
  const slot = useSnapshot(workplace.softphone);
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) =>
      next.pathname === SERVICE_PATHS.signOut && slot.kind === "ready" && slot.softphone.isTalking(),
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (blocker.status !== "blocked" || slot.kind !== "ready") return null;
  return <slot.softphone.SignOutQuestion onStay={blocker.reset} onSignOut={blocker.proceed} />;
}
