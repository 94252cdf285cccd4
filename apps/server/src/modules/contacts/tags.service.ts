import { AppError, CONTACT_TAG_MAX_CHARS, CONTACT_TAGS_MAX, type ContactTag } from "@callpanel/contract";
import { cleanText } from "./contacts.draft.ts";
import type { Book } from "./contacts.model.ts";
import type { ContactTagStore } from "./contacts.store.ts";

interface TagBody {
  readonly name: string;
  readonly color?: string | null | undefined;
}

/** Tags of one book; permissions are checked before. */
export function createTagService(store: ContactTagStore) {
  return {
    list: async (book: Book): Promise<{ total: number; data: ContactTag[] }> => {
      const data = [...(await store.tagsOf(book))];
      return { total: data.length, data };
    },

    create: async (book: Book, body: TagBody): Promise<ContactTag> => {
      const tag = checkTag(body);
      const created = await store.create(book, { ...tag, limit: CONTACT_TAGS_MAX });
      if (created === "exists") throw new AppError("contacts.tag.exists", { name: tag.name });
      if (created === "full") throw new AppError("contacts.tag.tooMany", { limit: CONTACT_TAGS_MAX });
      return created;
    },

    update: async (book: Book, id: number, body: TagBody): Promise<ContactTag> => {
      const tag = checkTag(body);
      const updated = await store.update(book, id, tag);
      if (updated === "exists") throw new AppError("contacts.tag.exists", { name: tag.name });
      if (updated === "missing") throw new AppError("contacts.tag.notFound");
      return updated;
    },

    remove: async (book: Book, id: number): Promise<{ id: number }> => {
      if (!(await store.remove(book, id))) throw new AppError("contacts.tag.notFound");
      return { id };
    },
  };
}

/** CONTACT-6: checks for a name without spaces, and a valid colour or none. */
function checkTag({ name: given, color }: TagBody): { readonly name: string; readonly color: string | null } {
  const name = cleanText(given);
  const length = Array.from(name).length;
  if (length < 1 || length > CONTACT_TAG_MAX_CHARS || /\s/.test(name))
    throw new AppError("contacts.tag.name", { limit: CONTACT_TAG_MAX_CHARS });
  const colour = cleanText(color).toLowerCase();
  if (!/^(#[0-9a-f]{6})?$/.test(colour)) throw new AppError("contacts.tag.color");
  return { name, color: colour === "" ? null : colour };
}
