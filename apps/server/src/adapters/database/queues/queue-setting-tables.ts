import type { Generated } from "kysely";

export type QueueSettingTables = {
  /** `number_id` is the id of the queue's number. A queue without a row has the default settings. */
  queue_settings: { number_id: number; settings: string };
  queue_members: {
    number_id: number;
    user_id: number;
    position: number;
    penalty: number;
    login: string;
    ring_in_use: number | null;
  };
  /** The queues that a person watches. */
  queue_watches: { user_id: number; number_id: number };
  /** Links for wall displays; `queues` are numbers as JSON. */
  queue_walls: {
    id: Generated<number>;
    realm_id: number;
    user_id: number;
    name: string;
    queues: string;
    digest: string;
    created_at: number;
    used_at: number | null;
  };
};
