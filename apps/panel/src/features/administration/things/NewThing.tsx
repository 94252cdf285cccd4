import { Button, Dialog } from "@callpanel/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ThingForm } from "../../../shared/form/ThingForm.tsx";
import { useThingForm } from "../../../shared/form/useThingForm.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import { BackLink } from "../parts/BackLink.tsx";
import { CopyField } from "../people/CopyField.tsx";
import { Section } from "../parts/Section.tsx";
import type { ThingPageKind } from "./thing.kinds.ts";
import { changedTexts, checksOf, freshTexts, storedThing } from "./thing.model.ts";
import type { ThingTexts } from "./thing.model.ts";
import { ThingFields } from "./ThingFields.tsx";
import { thingQuery } from "./things.api.ts";
import { fieldName, thingsMessages, useFaults } from "./things.messages.ts";
import page from "../parts/Page.module.css";
import styles from "./Thing.module.css";

/** THINGS-2: the form of a new thing. */
export function NewThing({ kind: of }: { readonly kind: ThingPageKind }) {
  const { kind, path, first, add } = of;
  const t = useWords(thingsMessages);
  const { api } = usePanel();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string } | null>(null);
  const fresh = freshTexts(kind, first);
  const open = (id: string) =>
    void navigate({ to: `${path}/${encodeURIComponent(id)}`, ignoreBlocker: true, replace: true });
  const form = useThingForm<ThingTexts>({
    stored: { values: fresh, version: "" },
    checks: checksOf(kind),
    faults: useFaults(kind),
    save: async (texts) => {
      const { secret, ...added } = await add(api, {
        id: (texts["id"] ?? "").trim(),
        fields: { ...first, ...changedTexts({}, texts) },
      });
      client.setQueryData(thingQuery(api, of, added.id).queryKey, added);
      void client.invalidateQueries({ queryKey: ADMINISTRATION_KEY });
      if (secret === null) open(added.id);
      else setMade({ id: added.id, secret });
      return storedThing(added);
    },
    reload: () => undefined,
  });
  return (
    <>
      <BackLink to={path} label={t(`things.${kind}.title`)} />
      <ThingForm
        form={form}
        nameOf={(field) => fieldName(t, kind, field)}
        saveLabel={t("things.create")}
        isNew
        onCancel={() => void navigate({ to: path })}
      >
        <Section title={t(`things.${kind}.add`)} hint={t(`things.${kind}.emptyText`)}>
          <ThingFields kind={of} form={form} isNew readOnly={false} />
        </Section>
      </ThingForm>
      {made === null ? null : (
        <Dialog
          opened
          persistent
          title={t("things.secret.title")}
          closeLabel={t("things.done")}
          onClose={() => open(made.id)}
        >
          <div className={page.page}>
            <p>{t("things.secret.text")}</p>
            <CopyField label={t("things.trunks.id")} value={made.id} />
            <CopyField label={t("things.field.password")} value={made.secret} />
            <div className={styles.actions}>
              <Button look="primary" onClick={() => open(made.id)}>
                {t("things.done")}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
