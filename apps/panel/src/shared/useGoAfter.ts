import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

/**
 * For what leads to a page once the server has answered. Called with the click, it gives the way there, which leads nowhere
 * for somebody who has gone to another page meanwhile (CHATUI-62).
 */
export function useGoAfter(): () => (path: string) => void {
  const router = useRouter();
  return useCallback(() => {
    const { href } = router.state.location;
    return (path) => {
      if (router.state.location.href === href) void router.navigate({ to: path });
    };
  }, [router]);
}
