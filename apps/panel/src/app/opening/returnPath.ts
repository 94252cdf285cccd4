import { isReturnPath } from "../../shared/routes.ts";

/** The page that a sign-in leads to, by the query of the sign-in page's address. */
export function returnOf(query: string): string {
  const wanted = new URLSearchParams(query).get("redirect") ?? "/";
  return isReturnPath(wanted) ? wanted : "/";
}
