/**
 * Imported for its effect: zod/mini has no messages built in. This sets the en-US messages for invalid requests and
 * files.
 */
import * as z from "zod/mini";

z.config(z.locales.en());
