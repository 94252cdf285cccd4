import { FRENCH_ERRORS as errors } from "@callpanel/contract/errors/fr-CA";
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
import { embedding } from "./embedding.ts";
import { emergency } from "./phone/emergency.ts";
import { farEnd } from "./phone/far-end.ts";
import { form } from "./form.ts";
import { administration } from "./administration/administration.ts";
import { administrationAccess } from "./administration/administration-access.ts";
import { administrationActivity } from "./administration/administration-activity.ts";
import { administrationAudit } from "./administration/administration-audit.ts";
import { administrationPermissions } from "./administration/administration-permissions.ts";
import { administrationPeopleFile } from "./administration/administration-people-file.ts";
import { administrationPeople } from "./administration/administration-people.ts";
import { firstRun } from "./first-run.ts";
import { administrationServices } from "./administration/administration-services.ts";
import { administrationCompany } from "./administration/administration-company.ts";
import { administrationOverview } from "./administration/administration-overview.ts";
import { administrationThings } from "./administration/administration-things.ts";
import { formats } from "./formats.ts";
import { list } from "./list.ts";
import { live } from "./live.ts";
import { load } from "./load.ts";
import { menu } from "./menu.ts";
import { moving } from "./phone/moving.ts";
import { notices } from "./notices.ts";
import { parking } from "./phone/parking.ts";
import { pick } from "./pick.ts";
import { pictures } from "./pictures.ts";
import { queueReports } from "./queues/queue-reports.ts";
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
    ...administration,
    ...administrationPeople,
    ...administrationPeopleFile,
    ...administrationPermissions,
    ...pick,
    ...firstRun,
    ...administrationServices,
    ...administrationThings,
    ...administrationOverview,
    ...administrationCompany,
    ...administrationActivity,
    ...administrationAudit,
    ...administrationAccess,
    ...formats,
    ...farEnd,
    ...callHistory,
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
    ...queueReports,
    ...softphone,
    ...notices,
    ...moving,
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
  errors,
};
