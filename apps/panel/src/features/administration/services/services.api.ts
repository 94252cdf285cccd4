import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import type { ServiceKind } from "./service.kinds.ts";

export const serviceQuery = (api: Api, { area, get }: ServiceKind, number: string) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, area, "one", number],
    queryFn: ({ signal }) => get(api, number, signal),
  });
