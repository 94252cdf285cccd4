import type { Generated } from "kysely";

export type VideoTables = {
  video_rooms: {
    id: Generated<number>;
    realm_id: number;
    /** Null: the person was removed. */
    owner_id: number | null;
    /** What its links are made of, together with the secret of the company. */
    key: string;
    name: string;
    /** The folded name. */
    sort_name: string;
    /** JSON of `VideoRoomSettings`; PINs are encrypted. */
    settings: string;
    guest_digest: string;
    admin_digest: string;
    /** Grows when the links are renewed. */
    links: number;
    /** Of the admin's link: also grows when that ends alone. */
    admin_links: Generated<number>;
    expires_at: number;
    created_at: number;
    dynamic: number;
    /** 1: for everybody in the company; it never becomes so because its people are removed. */
    whole_company: number;
  };
  video_room_people: { room_id: number; user_id: number; role: "user" | "admin" };
};
