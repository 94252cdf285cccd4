import {
  archiveVoicemail,
  changeVoicemailBox,
  deleteVoicemail,
  downloadVoicemail,
  getGreeting,
  getGreetingSpeech,
  getPinRestrictions,
  getVoicemailBox,
  resetGreeting,
  restoreVoicemail,
  speakGreeting,
  uploadGreeting,
} from "@callpanel/contract";
import type { BoxGreeting, GreetingType, VoicemailBox } from "@callpanel/contract";
import type { FetchSound } from "@callpanel/ui";
import { queryOptions } from "@tanstack/react-query";
import type { Api, Download } from "../../../shared/api/api.ts";
import { BOX_KEY } from "../voicemail.reload.ts";

/** A mailbox's settings; its id is its person's. */
export const boxQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: [...BOX_KEY, id],
    queryFn: ({ signal }): Promise<VoicemailBox> => api.call(getVoicemailBox, { params: { id }, signal }),
  });

export const pinQuery = (api: Api) =>
  queryOptions({
    queryKey: [...BOX_KEY, "pin"],
    queryFn: ({ signal }) => api.call(getPinRestrictions, { signal }),
  });

/** Settings by the server's names; absent ones and an empty `password` stay unchanged. */
export type BoxChange = Partial<
  Omit<VoicemailBox, "id" | "mailbox" | "has_password" | "messages" | "max_messages" | "engines" | "may_write">
> & { readonly password?: string };

export const saveBox = (api: Api, id: number, body: BoxChange): Promise<VoicemailBox> =>
  api.call(changeVoicemailBox, { params: { id }, body });

/** One greeting of a mailbox. */
export interface GreetingPlace {
  readonly id: number;
  readonly type: GreetingType;
}

export const greetingQuery = (api: Api, place: GreetingPlace) =>
  queryOptions({
    queryKey: [...BOX_KEY, place.id, "greeting", place.type],
    queryFn: ({ signal }): Promise<BoxGreeting> => api.call(getGreeting, { params: place, signal }),
  });

export const speechQuery = (api: Api, place: GreetingPlace) =>
  queryOptions({
    queryKey: [...BOX_KEY, place.id, "speech", place.type],
    queryFn: ({ signal }) => api.call(getGreetingSpeech, { params: place, signal }),
  });

export interface SpokenGreeting {
  readonly text: string;
  readonly voice: string;
}

export const greetingChanges = {
  upload: (api: Api, params: GreetingPlace, file: Blob) => api.call(uploadGreeting, { params, file }),
  speak: (api: Api, params: GreetingPlace, body: SpokenGreeting) => api.call(speakGreeting, { params, body }),
  reset: (api: Api, params: GreetingPlace) => api.call(resetGreeting, { params }),
  archive: (api: Api, id: string, name: string) => api.call(archiveVoicemail, { params: { id }, body: { name } }),
  restore: (api: Api, id: string, type: GreetingType) =>
    api.call(restoreVoicemail, { params: { id }, body: { folder: type } }),
  remove: (api: Api, id: string) => api.call(deleteVoicemail, { params: { id } }),
};

/** The sound of a greeting, for a player. */
export const fetchGreeting =
  (download: Download, id: string): FetchSound =>
  ({ format, signal }) =>
    download(downloadVoicemail, { params: { id }, query: { format }, signal });
