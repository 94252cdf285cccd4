import { listAvailableExtensions } from "@callpanel/contract";
import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "../api/api.ts";
import { fits } from "../search/fits.ts";

export interface FoundExtension {
  readonly name: string;
  readonly extension: string;
}

/** People of the company by name, username or extension, for users who may not search numbers or colleagues. */
export async function extensionsLike(
  { api, client }: { readonly api: Api; readonly client: QueryClient },
  { search, limit }: { readonly search: string; readonly limit: number },
): Promise<readonly FoundExtension[]> {
  const { data } = await client.fetchQuery({
    queryKey: ["users/available_extensions"],
    queryFn: ({ signal }) => api.call(listAvailableExtensions, { signal }),
  });
  return data
    .filter(({ exten, name, username }) => exten.startsWith(search) || fits(`${name} ${username}`, search))
    .slice(0, limit)
    .map(({ exten, name }) => ({ name, extension: exten }));
}
