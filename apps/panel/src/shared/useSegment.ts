import { useParams } from "@tanstack/react-router";

/** An optional segment of the page's address, decoded (shared/routes.ts names them); null where the address ends before it. */
export function useSegment(name: string): string | null {
  const params: unknown = useParams({ strict: false });
  if (typeof params !== "object" || params === null) return null;
  const value = new Map<string, unknown>(Object.entries(params)).get(name);
  return typeof value === "string" ? value : null;
}
