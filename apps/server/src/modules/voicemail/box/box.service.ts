import { AppError, type VoicemailBox } from "@callpanel/contract";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { Speech } from "../../speech/index.ts";
import { hashSecret, presentWatched, watchedUsers, type User, type UserStore } from "../../users/index.ts";
import { changedSettings, checkPinRules, spokenTo, translationLanguages, type BoxChange } from "./box.model.ts";
import { BOX_MESSAGES } from "./box-room.ts";
import { NEW_BOX, type Box } from "../voicemail.model.ts";
import { mayHear, mayWrite, mayWriteBox } from "../voicemail.policy.ts";
import type { VoicemailStore } from "../voicemail.store.ts";

export interface BoxServiceDeps {
  readonly store: VoicemailStore;
  readonly users: Pick<UserStore, "byId" | "search">;
  readonly speech: Speech;
}

export type BoxService = ReturnType<typeof createBoxService>;

/** Settings of boxes. The caller must have checked the permissions (VM-30). */
export function createBoxService({ store, users, speech }: BoxServiceDeps) {
  const present = async (caller: Caller, { id, extension }: User, box: Box | undefined): Promise<VoicemailBox> => {
    const { settings, pinHash } = box ?? { settings: NEW_BOX, pinHash: null };
    const yesNo = (flag: boolean): "yes" | "no" => (flag ? "yes" : "no");
    const hears = speech.speechToText?.understands(spokenTo(settings)) === true;
    const reads = hears && speech.textAnalysis?.understands(spokenTo(settings)) === true;
    const languages = translationLanguages(speech, settings);
    return {
      id,
      mailbox: extension,
      language: settings.language,
      has_password: pinHash !== null,
      email: settings.email,
      pagerdest: settings.pager,
      translation_language: settings.translationLanguage,
      attach: yesNo(settings.attach),
      deletevm: yesNo(settings.deletevm),
      playcid: yesNo(settings.playcid),
      envelope: yesNo(settings.envelope),
      transcript: yesNo(settings.transcript),
      summarize: yesNo(settings.summarize),
      categorize: yesNo(settings.categorize),
      translate: yesNo(settings.translate),
      skip_instruct: yesNo(settings.skip_instruct),
      messages: await store.heldBy(id),
      max_messages: BOX_MESSAGES,
      engines: {
        transcript: hears,
        summarize: reads,
        categorize: reads,
        translate: hears && languages.length > 0,
        speak: speech.textToSpeech !== undefined,
      },
      translation_languages: languages,
      may_write: mayWriteBox(caller, id),
    };
  };

  /** A person of another company gives the same error as an unknown one. */
  const owner = async (caller: Caller, boxId: number): Promise<User> => {
    const user = await users.byId(boxId);
    if (user?.realm.id !== caller.realm.id) throw new AppError("request.forbidden");
    return user;
  };

  return {
    owner,

    get: async (caller: Caller, boxId: number): Promise<VoicemailBox> =>
      present(caller, await owner(caller, boxId), await store.box(boxId)),

    change: async (caller: Caller, boxId: number, change: BoxChange): Promise<VoicemailBox> => {
      const user = await owner(caller, boxId);
      const { password = "" } = change;
      if (password !== "") checkPinRules(password, user.extension);
      const pin = password === "" ? {} : { pinHash: await hashSecret(password) };
      const box = await store.changeBox(boxId, (before) => ({
        ...before,
        ...pin,
        settings: changedSettings(before.settings, change, translationLanguages(speech, before.settings)),
      }));
      return present(caller, user, box);
    },

    /** VM-34: the boxes whose messages the user may list, their own first. */
    watched: async (caller: Caller) => {
      const people = await watchedUsers(users, { caller, module: "voicemails", asked: caller.userId });
      const unread = await store.unread(people.map(({ id }) => id));
      return people.map((user) => ({
        ...presentWatched(user, caller, "voicemails"),
        voicemail_box_id: user.id,
        unread: unread.get(user.id) ?? 0,
        may_read: mayHear(caller, user.id),
        may_write: mayWrite(caller, user.id),
      }));
    },
  };
}
