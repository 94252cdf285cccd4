import { PICTURE_MAX_BYTES, PICTURE_MEDIA_TYPES } from "@callpanel/contract";
import type { CompanyPerson } from "@callpanel/contract";
import { Button, FileButton } from "@callpanel/ui";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { peopleMessages } from "./people.messages.ts";
import { profileChanges } from "./profile.api.ts";
import { usePeopleChange } from "./usePeopleChange.ts";

/** PEOPLE-8: the picture that colleagues see. */
export function PictureButtons({ person }: { readonly person: CompanyPerson }) {
  const t = useWords(peopleMessages);
  const { notices } = usePanel();
  const { busy, run } = usePeopleChange();
  const upload = (file: File) => {
    if (file.size > PICTURE_MAX_BYTES)
      return notices.error(t("people.picture.tooLarge", { megabytes: PICTURE_MAX_BYTES / 1024 ** 2 }));
    run((api) => profileChanges.uploadPicture(api, person.id, file), t("people.picture.changed"));
  };
  return (
    <>
      <FileButton busy={busy} accept={PICTURE_MEDIA_TYPES.join(",")} onFile={upload}>
        {t(person.picture_url === null ? "people.picture.add" : "people.picture.change")}
      </FileButton>
      {person.picture_url === null ? null : (
        <Button
          busy={busy}
          onClick={() => run((api) => profileChanges.removePicture(api, person.id), t("people.picture.removed"))}
        >
          {t("people.picture.remove")}
        </Button>
      )}
    </>
  );
}
