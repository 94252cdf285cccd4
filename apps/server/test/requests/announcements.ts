import { NOTHING, type Requests } from "../permission-cases.ts";

/** A request to each endpoint, for the tests of permissions. */
export const requests: Requests = {
  listAnnouncements: NOTHING,
  streamAnnouncement: { params: { id: "999" } },
  listSpeechVoices: NOTHING,
  previewSpeech: { body: { text_to_speech: "hello" } },
  createAnnouncement: { body: { number: "640", name: "Hours", pin: "1234" } },
  changeAnnouncement: { params: { id: "999" }, body: { name: "Hours" } },
  uploadAnnouncement: { params: { id: "999" }, form: { recording: "no sound" } },
  deleteAnnouncement: { params: { id: "999" } },
};
