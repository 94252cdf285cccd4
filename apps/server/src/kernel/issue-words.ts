/** Imported for its effect: zod/mini carries no words of its own, and what is wrong with a request or a file is said in en-US. */
import * as z from "zod/mini";

z.config(z.locales.en());
