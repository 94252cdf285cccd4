import { useLocation, useNavigate } from "@tanstack/react-router";
import type { Panel } from "../compose.ts";
import { returnOf } from "../opening/returnPath.ts";
import { landingState } from "../landing.ts";
import { LoginPage } from "./LoginPage.tsx";

/** The sign-in page of a panel that has its routes already: after a sign-out, and for people who asked for another page. */
export function LoginRoute({ panel }: { readonly panel: Panel }) {
  const navigate = useNavigate();
  const returnTo = returnOf(useLocation({ select: ({ searchStr }) => searchStr }));
  return (
    <LoginPage
      panel={panel}
      returnTo={returnTo}
      onSignedIn={() => void navigate({ to: returnTo, replace: true, state: landingState(returnTo) })}
    />
  );
}
