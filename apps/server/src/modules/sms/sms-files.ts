/** Pictures and other files of text messages (docs/spec/sms.md, SMS-50 and following). */
import { timingSafeEqual } from "node:crypto";
import { AppError, SMS_LIMITS, type ChatFile } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import type { UploadedFile } from "../../kernel/http/upload.ts";
import type { RetentionRule } from "../../kernel/jobs/retention.ts";
import type { SecretBox } from "../../kernel/secrets/secret-box.ts";
import { newToken, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import { formOf, keptName, type ChatFileForm, type FileStorage, type ServedFile } from "../chat/index.ts";
import { SMS_FILES_PATH, type SmsGateway } from "./sms-gateway.port.ts";
import type { SmsFileStore, SmsPair, SmsStore, StoredSms, StoredSmsFile } from "./sms.store.ts";
import { presentSmsFile } from "./sms.view.ts";

/** The person who does something with a file. */
type FileCaller = Pick<Caller, "userId" | "realm">;

export interface SmsFilesDeps {
  readonly store: Pick<SmsStore, "message" | "numbers">;
  readonly fileStore: SmsFileStore;
  readonly fileStorage: FileStorage;
  readonly gateway: Pick<SmsGateway, "sendsFiles" | "demoOf"> | undefined;
  /** Origin at which the gateway reaches this server. */
  readonly publicUrl: string | undefined;
  readonly box: Pick<SecretBox, "sign">;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
}

export interface SmsFiles {
  upload(caller: FileCaller, name: string, file: UploadedFile | undefined): Promise<ChatFile>;
  /** SMS-50: what a person who shares the number gets. */
  served(caller: FileCaller, id: string, form: ChatFileForm): Promise<ServedFile>;
  remove(caller: FileCaller, id: string): Promise<void>;
  /**
   * SMS-51: the ids with which these files are sent, if the gateway sends such files: their own, or those of copies
   * (SMS-54) of files of a message between the same two numbers that failed.
   */
  sendable(
    caller: FileCaller,
    ids: readonly string[],
    between: Pick<SmsPair, "did" | "customer">,
  ): Promise<SendableFiles>;
  /** SMS-52: where the gateway gets the files of a message. */
  links(message: StoredSms): readonly string[];
  /** SMS-52: what such a link leads to. Undefined: it is not one of ours, or too old. */
  linked(link: {
    readonly id: string;
    readonly until: string;
    readonly signature: string;
  }): Promise<ServedFile | undefined>;
  readonly retention: RetentionRule;
}

export interface SendableFiles {
  readonly ids: readonly string[];
  /** Removes the copies that no message took. */
  dropUnused(taken: readonly StoredSmsFile[]): Promise<void>;
}

const MEGABYTE = 1024 ** 2;
const UNSENT_DAYS = 1;
const AT_ONCE = 100;
/** A gateway gets a file soon after it took the message; its own tries are over by then. */
const LINK_MS = 86_400_000;
const SIGNED_FOR = "sms file";

export function createSmsFiles(deps: SmsFilesDeps): SmsFiles {
  const { store, fileStore, fileStorage, gateway, publicUrl, box, clock, random } = deps;
  const demandGateway = ({ realm }: FileCaller): void => {
    // The demo carrier fetches nothing.
    const isReached = gateway?.demoOf === undefined ? publicUrl !== undefined : gateway.demoOf === realm.name;
    if (gateway?.sendsFiles !== true || !isReached) throw new AppError("chats.sms.files");
  };
  const signature = (id: string, until: string): string => box.sign(`${id} ${until}`, SIGNED_FOR).toString("base64url");

  const maySee = async ({ userId, realm }: FileCaller, file: StoredSmsFile): Promise<boolean> => {
    if (file.realmId !== realm.id) return false;
    if (file.messageId === undefined) return file.userId === userId;
    const found = await store.message(file.messageId);
    const numbers = await store.numbers(realm.id);
    return numbers.some(({ number, people }) => number === found?.conversation.did && people.has(userId));
  };

  /** SMS-54: a message from the company that the carrier refused, between these two numbers. */
  const hasFailed = async ({ messageId }: StoredSmsFile, { did, customer }: Pick<SmsPair, "did" | "customer">) => {
    const of = messageId === undefined ? undefined : await store.message(messageId);
    const { message, conversation } = of ?? {};
    const isBetween = conversation?.did === did && conversation.customer === customer;
    return isBetween && message?.direction === "out" && message.state === "failed";
  };

  const copyOf = async ({ userId }: FileCaller, file: StoredSmsFile): Promise<string> => {
    const id = newToken(random);
    await fileStorage.copy(id, file);
    await fileStore.add({ ...file, id, userId, messageId: undefined, uploadedAt: clock.now(), place: 0 });
    return id;
  };

  const drop = async ({ userId }: FileCaller, id: string): Promise<boolean> => {
    const wasThere = await fileStore.remove(id, userId);
    if (wasThere) await fileStorage.release(id);
    return wasThere;
  };

  return {
    upload: async (caller, name, file) => {
      const { userId, realm } = caller;
      demandGateway(caller);
      if (!(await store.numbers(realm.id)).some(({ people }) => people.has(userId)))
        throw new AppError("chats.sms.did");
      if (file?.tooLarge === true)
        throw new AppError("chats.file.tooLarge", { megabytes: SMS_LIMITS.fileBytes / MEGABYTE });
      if (file === undefined || file.bytes.length === 0) throw new AppError("chats.file.empty");
      const id = newToken(random);
      try {
        const kept = await fileStorage.keep(id, file.bytes);
        if (kept.kind === "other") throw new AppError("chats.sms.fileKind");
        const stored: StoredSmsFile = {
          id,
          realmId: realm.id,
          userId,
          messageId: undefined,
          name: keptName(name),
          ...kept,
          uploadedAt: clock.now(),
        };
        await fileStore.add({ ...stored, place: 0 });
        return presentSmsFile(stored);
      } catch (error) {
        await fileStorage.release(id);
        throw error;
      }
    },

    served: async (caller, id, form) => {
      const file = await fileStore.find(id);
      if (file === undefined || !(await maySee(caller, file))) throw new AppError("chats.file.gone");
      return formOf(file, form);
    },

    remove: async (caller, id) => {
      if (!(await drop(caller, id))) throw new AppError("chats.file.gone");
    },

    sendable: async (caller, ids, between) => {
      if (ids.length === 0) return { ids, dropUnused: async () => undefined };
      demandGateway(caller);
      const found = await Promise.all([...new Set(ids)].map((id) => fileStore.find(id)));
      const files = found.flatMap((file) => file ?? []);
      const isOwn = ({ messageId, userId }: StoredSmsFile) => messageId === undefined && userId === caller.userId;
      const usable = await Promise.all(
        files.map(async (file) => isOwn(file) || ((await maySee(caller, file)) && (await hasFailed(file, between)))),
      );
      if (files.length !== ids.length || usable.includes(false)) throw new AppError("chats.file.gone");
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      if (bytes > SMS_LIMITS.fileBytes)
        throw new AppError("chats.sms.filesTooLarge", { megabytes: SMS_LIMITS.fileBytes / MEGABYTE });
      const copies: string[] = [];
      const sent: string[] = [];
      for (const file of files) {
        const id = isOwn(file) ? file.id : await copyOf(caller, file);
        sent.push(id);
        if (id !== file.id) copies.push(id);
      }
      return {
        ids: sent,
        dropUnused: async (taken) => {
          for (const id of copies) if (!taken.some((file) => file.id === id)) await drop(caller, id);
        },
      };
    },

    links: ({ files }) => {
      const until = String(clock.now() + LINK_MS);
      return files.map(({ id }) => {
        const query = new URLSearchParams({ until, signature: signature(id, until) });
        return `${publicUrl ?? ""}${SMS_FILES_PATH}/${id}?${query.toString()}`;
      });
    },

    linked: async ({ id, until, signature: given }) => {
      const wanted = Buffer.from(signature(id, until));
      const isSigned = wanted.length === Buffer.byteLength(given) && timingSafeEqual(wanted, Buffer.from(given));
      if (!isSigned || !(Number(until) > clock.now())) return undefined;
      const file = await fileStore.find(id);
      return file?.messageId === undefined ? undefined : formOf(file, "shown");
    },

    retention: {
      name: "files of text messages that were not sent",
      days: UNSENT_DAYS,
      removeBefore: async (at) => {
        const removed = await fileStore.removeUnsent(at, AT_ONCE);
        for (const id of removed) await fileStorage.release(id);
        return removed.length;
      },
    },
  };
}
