import { mayManage } from "@callpanel/contract";
import type { CompanyThing } from "@callpanel/contract";
import { LoadingBlock } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { ThingForm } from "../../../shared/form/ThingForm.tsx";
import { useThingForm } from "../../../shared/form/useThingForm.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { BackLink } from "../parts/BackLink.tsx";
import { RemovableHead } from "../parts/RemovableHead.tsx";
import { Section } from "../parts/Section.tsx";
import { LineTest } from "./LineTest.tsx";
import type { ThingPageKind } from "./thing.kinds.ts";
import { changedTexts, checksOf, storedThing } from "./thing.model.ts";
import type { ThingTexts } from "./thing.model.ts";
import { ThingFields } from "./ThingFields.tsx";
import { thingQuery } from "./things.api.ts";
import { fieldName, thingsMessages, useFaults } from "./things.messages.ts";
import page from "../parts/Page.module.css";
import styles from "./Thing.module.css";

/** The page of one thing. */
export function ThingPage({ kind, id }: { readonly kind: ThingPageKind; readonly id: string }) {
  const t = useWords(thingsMessages);
  const { api, viewer } = usePanel();
  const { data, error, refetch } = useQuery(thingQuery(api, kind, id));
  return (
    <div className={page.page}>
      <BackLink to={kind.path} label={t(`things.${kind.kind}.title`)} />
      {data === undefined ? (
        error === null ? (
          <LoadingBlock height={320} />
        ) : (
          <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Head kind={kind} thing={data} />
          <Fields kind={kind} thing={data} />
          {kind.kind === "trunks" && mayManage(viewer.rights, "lines") ? <LineTest id={data.id} /> : null}
        </>
      )}
    </div>
  );
}

interface PartProps {
  readonly kind: ThingPageKind;
  readonly thing: CompanyThing;
}

function Head({ kind: of, thing: { id, fields, state } }: PartProps) {
  const t = useWords(thingsMessages);
  const { viewer } = usePanel();
  const numberText = useNumberText(viewer);
  const name = fields["name"] ?? id;
  return (
    <RemovableHead
      mayRemove={mayManage(viewer.rights, of.area)}
      words={{
        remove: t("things.remove"),
        title: t("things.removeTitle", { name }),
        text: t("things.removeText"),
        cancel: t("things.cancel"),
        close: t("things.close"),
        removed: t("things.removed", { name }),
      }}
      remove={(api) => of.remove(api, id)}
      list={of.path}
    >
      <bdi>{name}</bdi> {name === id ? null : <span className={page.dim}>{numberText(id)}</span>}{" "}
      {state === "registered" || state === "unregistered" ? (
        <span className={styles.state} data-state={state}>
          {t(`things.state.${state}`)}
        </span>
      ) : null}
    </RemovableHead>
  );
}

function Fields({ kind: of, thing }: PartProps) {
  const { area, kind } = of;
  const t = useWords(thingsMessages);
  const { api, viewer } = usePanel();
  const client = useQueryClient();
  const { queryKey } = thingQuery(api, of, thing.id);
  const numberText = useNumberText(viewer);
  const form = useThingForm<ThingTexts>({
    stored: storedThing(thing),
    checks: checksOf(kind),
    faults: useFaults(kind),
    save: async (texts, version) => {
      const saved = await of.change(api, thing.id, { version, fields: changedTexts(thing.fields, texts) });
      client.setQueryData(queryKey, saved);
      return storedThing(saved);
    },
    reload: () => void client.invalidateQueries({ queryKey }),
  });
  const readOnly = !mayManage(viewer.rights, area, thing.id);
  return (
    <ThingForm form={form} nameOf={(field) => fieldName(t, kind, field)}>
      <Section title={t("things.general")}>
        <ThingFields kind={of} form={form} isNew={false} readOnly={readOnly} />
      </Section>
      {thing.used_by.length === 0 ? null : (
        <Section title={t(kind === "direct" ? "things.sharedBy" : "things.usedBy")}>
          <ul className={styles.names}>
            {thing.used_by.map((name) => (
              <li key={name}>
                <bdi>{numberText(name)}</bdi>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </ThingForm>
  );
}
