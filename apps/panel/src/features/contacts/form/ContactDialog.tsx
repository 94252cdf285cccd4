import { Button, Dialog, Tabs } from "@callpanel/ui";
import { Suspense, useEffect, useRef } from "react";
import { focusOnArrival } from "../../../shared/focusOnArrival.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { Framing } from "../../pictures/index.ts";
import { AddressTab } from "./AddressTab.tsx";
import { CompanyTab } from "./CompanyTab.tsx";
import { contactFormMessages } from "./contactForm.messages.ts";
import { MainTab } from "./MainTab.tsx";
import { FORM_TABS, tabOf } from "./rules.model.ts";
import type { FormTab } from "./rules.model.ts";
import { useContactForm } from "./useContactForm.ts";
import type { ContactFormBinding, FormTask } from "./useContactForm.ts";
import styles from "./ContactDialog.module.css";

const WIDTH_PX = 640;

export interface ContactDialogProps {
  readonly task: FormTask;
  readonly onClose: () => void;
}

/** The contact form: three tabs that stay until they are saved or discarded (spec 1 §2). */
export function ContactDialog({ task, onClose }: ContactDialogProps) {
  const t = useWords(contactFormMessages);
  const form = useContactForm(task, onClose);
  const { view, draft } = form.state;
  const kind = form.contact ? "edit" : "new";
  const title = {
    writing: t(`contactForm.${kind}${draft.isPersonal ? "Personal" : "Shared"}`),
    framing: t("contactForm.frameTitle"),
    leaving: t("contactForm.leaveTitle"),
  }[view.kind];
  return (
    <Dialog
      opened
      persistent="asks"
      onClose={view.kind === "writing" ? form.leave : () => form.dispatch({ type: "returned" })}
      title={title}
      closeLabel={t("contactForm.close")}
      width={WIDTH_PX}
    >
      {view.kind === "writing" ? <Writing form={form} /> : null}
      {view.kind === "leaving" ? <Leaving form={form} onClose={onClose} /> : null}
      {view.kind === "framing" ? (
        <Suspense fallback={<div className={styles.waiting} />}>
          <Framing
            picture={view.picture}
            busy={false}
            onSave={(draw) => void take(form, draw)}
            onCancel={() => form.dispatch({ type: "returned" })}
          />
        </Suspense>
      ) : null}
    </Dialog>
  );
}

async function take({ dispatch }: ContactFormBinding, draw: () => Promise<Blob>): Promise<void> {
  try {
    const blob = await draw();
    dispatch({ type: "imageSet", image: { kind: "chosen", blob, url: URL.createObjectURL(blob) } });
  } catch {
    // The browser cannot decode it.
    dispatch({
      type: "refused",
      error: { code: "contacts.field.image", details: {}, text: null },
      faults: new Map([["image", "contacts.field.image"]]),
    });
  }
}

function Writing({ form }: { readonly form: ContactFormBinding }) {
  const t = useWords(contactFormMessages);
  const words = useLocaleWords();
  const box = useRef<HTMLFormElement>(null);
  const { state, dispatch, faults } = form;
  // ADDRESS-9: the first field that the server refused has the focus.
  useEffect(() => {
    if (state.refused.size > 0) box.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [state.refused]);
  const faultText = (tab: FormTab) => {
    const count = [...faults.keys()].filter((field) => tabOf(field) === tab).length;
    return count === 0 ? undefined : t("contactForm.tabFault", { count });
  };
  return (
    <form
      ref={box}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      {state.error ? (
        <p className={styles.error} role="alert">
          {words.say(state.error)}
        </p>
      ) : null}
      <Tabs
        label={t("contactForm.tabs")}
        tabs={FORM_TABS.map((value) => ({ value, label: t(`contactForm.tab.${value}`), fault: faultText(value) }))}
        value={state.tab}
        onChange={(tab) => dispatch({ type: "tabChosen", tab })}
      >
        <div className={styles.panel}>
          {state.tab === "main" ? <MainTab form={form} /> : null}
          {state.tab === "company" ? <CompanyTab form={form} /> : null}
          {state.tab === "address" ? <AddressTab form={form} /> : null}
        </div>
      </Tabs>
      <div className={styles.buttons}>
        <Button onClick={form.leave}>{t("contactForm.cancel")}</Button>
        <Button type="submit" look="primary" busy={form.saving} disabled={!form.valid}>
          {t(form.contact ? "contactForm.update" : "contactForm.create")}
        </Button>
      </div>
    </form>
  );
}

function Leaving({ form, onClose }: { readonly form: ContactFormBinding; readonly onClose: () => void }) {
  const t = useWords(contactFormMessages);
  return (
    <>
      <p className={styles.question}>{t("contactForm.leaveText")}</p>
      <div className={styles.buttons}>
        <Button ref={focusOnArrival} onClick={() => form.dispatch({ type: "returned" })}>
          {t("contactForm.keep")}
        </Button>
        <Button look="danger" onClick={onClose}>
          {t("contactForm.discard")}
        </Button>
      </div>
    </>
  );
}
