import type { AddedApplication, CompanyApplication, GivenProof } from "@callpanel/contract";
import { Dialog, SelectField } from "@callpanel/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Api } from "../../../shared/api/api.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import { codeAskedBy, OwnerProofForm } from "../backups/OwnerProof.tsx";
import { applicationChanges } from "./applications.api.ts";
import { companyMessages } from "./company.messages.ts";
import { SecretOnce } from "./SecretOnce.tsx";

/** Hours for which the old secret works still, as choices. */
const KEEP_OLD = ["0", "1", "24", "168"] as const;

interface NewSecretProps {
  readonly application: CompanyApplication;
  readonly onClose: () => void;
}

/** COMPANY-41: asks when the old secret ends, and for the password; then shows the new one, once. */
export function NewSecret({ application: { client_id: id, name }, onClose }: NewSecretProps) {
  const t = useWords(companyMessages);
  const client = useQueryClient();
  const [keepOld, setKeepOld] = useState<(typeof KEEP_OLD)[number]>("0");
  const [made, setMade] = useState<AddedApplication | null>(null);
  const renew = async (api: Api, proof: GivenProof) => {
    try {
      setMade(await applicationChanges.changeSecret(api, id, { ...proof, keep_old_hours: Number(keepOld) }));
      void client.invalidateQueries({ queryKey: ADMINISTRATION_KEY });
      return undefined;
    } catch (failure) {
      const sentTo = codeAskedBy(failure);
      if (sentTo === undefined) throw failure;
      return { sentTo };
    }
  };
  return (
    <Dialog
      opened
      persistent={made === null ? "form" : true}
      title={made === null ? t("company.apps.newSecretTitle", { name }) : t("company.apps.secretTitle", { name })}
      closeLabel={t("company.apps.close")}
      onClose={onClose}
    >
      {made === null ? (
        <OwnerProofForm
          text={t("company.apps.newSecretText")}
          submit={t("company.apps.newSecret")}
          look="primary"
          fields={
            <SelectField
              data-autofocus
              label={t("company.apps.oldEnds")}
              choices={KEEP_OLD.map((hours) => ({ value: hours, label: t(`company.apps.oldEnds.${hours}`) }))}
              value={keepOld}
              onChange={setKeepOld}
            />
          }
          onSubmit={renew}
          onClose={onClose}
        />
      ) : (
        <SecretOnce shown={made} onClose={onClose} />
      )}
    </Dialog>
  );
}
