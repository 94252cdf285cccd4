import { FRENCH } from "@callpanel/contract/errors/fr-CA";
import type { Catalogue } from "../../shared/words/words.ts";
import { announcements } from "./announcements.ts";
import { buddies } from "./buddies.ts";
import { callHistory } from "./call-history.ts";
import { chat } from "./chat/chat.ts";
import { chatDialogs } from "./chat/chat-dialogs.ts";
import { chatEmoji } from "./chat/chat-emoji.ts";
import { chatRecords } from "./chat/chat-records.ts";
import { chatShare } from "./chat/chat-share.ts";
import { clickToDial } from "./phone/click-to-dial.ts";
import { conferences } from "./phone/conferences.ts";
import { contactImport } from "./contacts/contact-import.ts";
import { contacts } from "./contacts/contacts.ts";
import { destination } from "./phone/destination.ts";
import { embedding } from "./embedding.ts";
import { emergency } from "./phone/emergency.ts";
import { farEnd } from "./phone/far-end.ts";
import { form } from "./form.ts";
import { formats } from "./formats.ts";
import { list } from "./list.ts";
import { live } from "./live.ts";
import { load } from "./load.ts";
import { menu } from "./menu.ts";
import { moving } from "./phone/moving.ts";
import { notes } from "./phone/notes.ts";
import { send } from "./phone/send.ts";
import { notices } from "./notices.ts";
import { parking } from "./phone/parking.ts";
import { pick } from "./pick.ts";
import { pictures } from "./pictures.ts";
import { queues } from "./queues/queues.ts";
import { reachability } from "./phone/reachability.ts";
import { session } from "./session.ts";
import { sessions } from "./sessions.ts";
import { settings } from "./settings/settings.ts";
import { settingsAccount } from "./settings/settings-account.ts";
import { settingsBlacklist } from "./settings/settings-blacklist.ts";
import { settingsDevices } from "./settings/settings-devices.ts";
import { settingsPhoneStatus } from "./settings/settings-phone-status.ts";
import { settingsSoftphone } from "./settings/settings-softphone.ts";
import { settingsToggles } from "./settings/settings-toggles.ts";
import { shell } from "./shell.ts";
import { softphone } from "./phone/softphone.ts";
import { sms } from "./chat/sms.ts";
import { sound } from "./sound.ts";
import { video } from "./video/video.ts";
import { videoRoom } from "./video/video-room.ts";
import { voicemail } from "./voicemail/voicemail.ts";
import { welcome } from "./welcome.ts";
import { voicemailBox } from "./voicemail/voicemail-box.ts";

export const catalogue: Catalogue = {
  messages: {
    ...session,
    ...sessions,
    ...reachability,
    ...shell,
    ...menu,
    ...form,
    ...pick,
    ...formats,
    ...farEnd,
    ...callHistory,
    ...destination,
    ...chat,
    ...chatDialogs,
    ...chatEmoji,
    ...chatRecords,
    ...chatShare,
    ...sms,
    ...conferences,
    ...clickToDial,
    ...buddies,
    ...contacts,
    ...contactImport,
    ...list,
    ...live,
    ...load,
    ...parking,
    ...pictures,
    ...queues,
    ...softphone,
    ...notices,
    ...moving,
    ...notes,
    ...send,
    ...settings,
    ...welcome,
    ...settingsAccount,
    ...settingsBlacklist,
    ...settingsDevices,
    ...settingsToggles,
    ...settingsSoftphone,
    ...settingsPhoneStatus,
    ...embedding,
    ...emergency,
    ...sound,
    ...video,
    ...videoRoom,
    ...voicemail,
    ...voicemailBox,
    ...announcements,
  },
  errors: FRENCH.texts,
  subject: FRENCH.subject,
};
