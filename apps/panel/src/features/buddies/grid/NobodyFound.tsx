import { Button, IconSearch, StatePanel } from "@callpanel/ui";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { buddiesMessages } from "../buddies.messages.ts";

/** An empty search result, and the way back. */
export function NobodyFound({ search }: { readonly search: string }) {
  const t = useWords(buddiesMessages);
  const services = usePanel();
  return (
    <StatePanel
      icon={IconSearch}
      title={t("buddies.noneTitle")}
      text={t("buddies.noneText", { search })}
      action={
        <Button onClick={() => services.search.dispatch({ type: "typed", text: "" })}>{t("buddies.clear")}</Button>
      }
    />
  );
}
