import type { Generated } from "kysely";

export type AuditTables = {
  audit_lines: {
    id: Generated<number>;
    realm_id: number;
    at: number;
    act: string;
    way: string;
    /** People and things have no reference: a line outlives them. */
    by_id: number | null;
    by_name: string;
    object_kind: string;
    object_id: string;
    object_name: string;
    person_id: number | null;
    person_name: string;
    /** JSON */
    details: string;
  };
};
