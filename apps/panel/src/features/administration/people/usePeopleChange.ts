import { useQueryClient } from "@tanstack/react-query";
import { useChange } from "../../../shared/api/useChange.ts";
import type { Api } from "../../../shared/api/api.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";

/** Changes people and shows the result; what is shown of them is loaded again. */
export function usePeopleChange() {
  const client = useQueryClient();
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: ADMINISTRATION_KEY }));
  return {
    busy,
    run: <Answer>(change: (api: Api) => Promise<Answer>, done: string | null, after?: (answer: Answer) => void) => {
      let given: Answer | undefined;
      run<Answer>({
        fallback: "administration.save",
        change: async (api) => (given = await change(api)),
        done: done === null ? null : () => done,
        after: () => {
          if (given !== undefined) after?.(given);
        },
      });
    },
  };
}
