import { NOTHING, type Requests } from "../permission-cases.ts";

const params = { conversation_id: "999999" };

/** A request to each endpoint, for the tests of permissions. */
export const requests: Requests = {
  listSmsConversations: NOTHING,
  getSmsConversation: { params },
  listSmsHistory: { params },
  sendSms: { body: { ...params, message: "x", client_id: "client-1" } },
  readSms: { body: { ...params, n: 1 } },
  uploadSmsFile: { form: { name: "a.txt", file: "text" } },
  getSmsFile: { params: { file_id: "none" } },
  removeSmsFile: { params: { file_id: "none" } },
  listSmsNumbers: NOTHING,
  listSmsDrafts: NOTHING,
  saveSmsDraft: { body: { conversation: "999999", text: "x", version: 1 } },
  listSmsTemplates: NOTHING,
  saveSmsTemplate: { body: { id: "999999", name: "x", text: "x" } },
  removeSmsTemplate: { body: { id: "999999" } },
  takeSms: { body: { ...params, taken: true } },
};
