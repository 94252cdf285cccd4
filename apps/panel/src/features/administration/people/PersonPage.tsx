import type { CompanyPerson, NewCompanyPerson } from "@callpanel/contract";
import { mayManage } from "@callpanel/contract";
import { Avatar, Button, LoadingBlock } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { ThingForm } from "../../../shared/form/ThingForm.tsx";
import { useThingForm } from "../../../shared/form/useThingForm.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { RightsSection } from "../permissions/PersonRights.tsx";
import { BackLink } from "../parts/BackLink.tsx";
import { Section } from "../parts/Section.tsx";
import { accessChanges } from "./access.api.ts";
import { accessMessages } from "./access.messages.ts";
import { AccessSection, SessionsSection } from "./AccessSection.tsx";
import { RemovalDialog, SuspensionDialog } from "./PeopleDialogs.tsx";
import { PersonEmergency } from "./PersonEmergency.tsx";
import { PersonPhones } from "./PersonPhones.tsx";
import { PictureButtons } from "./PictureButtons.tsx";
import { WatchedPeople } from "./WatchedPeople.tsx";
import { usePeopleChange } from "./usePeopleChange.ts";
import { peopleChanges, personQuery } from "./people.api.ts";
import { peopleMessages } from "./people.messages.ts";
import { fullName, PERSON_FAULTS, PERSON_FORM_CHECKS, storedPerson } from "./person.model.ts";
import { trimmed } from "./NewPerson.tsx";
import { PersonFields } from "./PersonFields.tsx";
import styles from "./PersonPage.module.css";

const PICTURE_PX = 56;

/** The page of one person. */
export function PersonPage({ id }: { readonly id: number }) {
  const t = useWords(peopleMessages);
  const { api } = usePanel();
  const { data, error, refetch } = useQuery(personQuery(api, id));
  return (
    <div className={styles.page}>
      <BackLink to="/administration/people" label={t("people.back")} />
      {data === undefined ? (
        error === null ? (
          <LoadingBlock height={320} />
        ) : (
          <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
        )
      ) : (
        <Person person={data} />
      )}
    </div>
  );
}

function Person({ person }: { readonly person: CompanyPerson }) {
  const t = useWords(peopleMessages);
  const { viewer } = usePanel();
  const readOnly = !mayManage(viewer.rights, "people");
  const numberText = useNumberText(viewer);
  const name = fullName(person);
  return (
    <>
      <header className={styles.head}>
        <Avatar name={name} src={person.picture_url} size={PICTURE_PX} />
        <div className={styles.who}>
          <h2 className={styles.name}>
            <bdi>{name}</bdi>
          </h2>
          <p className={styles.about}>
            {person.username} · {person.extension} · {t(`people.state.${person.state}`)}
          </p>
        </div>
        {readOnly ? null : <StateButtons person={person} name={name} />}
      </header>
      <Profile person={person} />
      <RightsSection id={person.id} />
      <WatchedPeople id={person.id} />
      <AccessSection person={person} name={name} readOnly={readOnly} />
      <SessionsSection person={person} name={name} readOnly={readOnly} />
      <PersonPhones person={person} readOnly={readOnly} />
      <PersonEmergency id={person.id} readOnly={readOnly} />
      <Section title={t("people.numbers")}>
        <p className={styles.numbers}>
          {person.numbers.length === 0 ? t("people.noNumbers") : person.numbers.map(numberText).join(", ")}
        </p>
      </Section>
    </>
  );
}

/** PEOPLE-3, PEOPLE-6: suspends, resumes and removes. */
function StateButtons({ person, name }: { readonly person: CompanyPerson; readonly name: string }) {
  const t = useWords(accessMessages);
  const navigate = useNavigate();
  const { busy, run } = usePeopleChange();
  const [layer, setLayer] = useState<"none" | "suspend" | "remove">("none");
  const close = () => setLayer("none");
  const dialog = { ids: [person.id], name, onClose: close };
  return (
    <span className={styles.buttons}>
      {person.state === "suspended" ? (
        <Button
          busy={busy}
          onClick={() =>
            run((api) => accessChanges.suspend(api, [person.id], false), t("people.resumed", { count: 1, name }))
          }
        >
          {t("people.resume")}
        </Button>
      ) : (
        <Button onClick={() => setLayer("suspend")}>{t("people.suspend")}</Button>
      )}
      <Button look="danger" onClick={() => setLayer("remove")}>
        {t("people.remove")}
      </Button>
      {layer === "suspend" ? <SuspensionDialog {...dialog} onDone={close} /> : null}
      {layer === "remove" ? (
        <RemovalDialog
          {...dialog}
          onDone={() => void navigate({ to: "/administration/people", ignoreBlocker: true })}
        />
      ) : null}
    </span>
  );
}

function Profile({ person }: { readonly person: CompanyPerson }) {
  const t = useWords(peopleMessages);
  const { api, viewer } = usePanel();
  const readOnly = !mayManage(viewer.rights, "people");
  const client = useQueryClient();
  const { queryKey } = personQuery(api, person.id);
  const faults = Object.fromEntries(Object.entries(PERSON_FAULTS).map(([field, fault]) => [field, t(fault)]));
  const form = useThingForm<NewCompanyPerson>({
    stored: storedPerson(person),
    checks: PERSON_FORM_CHECKS,
    faults,
    save: async (values, version) => {
      const { username: _, ...body } = trimmed(values);
      const saved = await peopleChanges.change(api, person.id, { ...body, version });
      client.setQueryData(queryKey, saved);
      return storedPerson(saved);
    },
    reload: () => void client.invalidateQueries({ queryKey }),
  });
  return (
    <ThingForm form={form} nameOf={(field) => t(`people.${field}`)}>
      <Section title={t("people.profile")} actions={readOnly ? null : <PictureButtons person={person} />}>
        <PersonFields form={form} isNew={false} readOnly={readOnly} />
      </Section>
    </ThingForm>
  );
}
