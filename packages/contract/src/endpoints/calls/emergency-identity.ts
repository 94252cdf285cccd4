/** A person's identity and location for emergency calls; separate from its endpoints, because everybody who signs in reads it. */
import * as z from "zod/mini";

/** `number` is shown to the emergency services, and called back by them. */
export const emergencyProfileSchema = z.object({ id: z.number(), name: z.string(), number: z.string() });
export type EmergencyProfile = z.infer<typeof emergencyProfileSchema>;

/** Where help is sent to: `address` in one line, `details` is floor, room and the like. */
export const emergencyLocationSchema = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string(),
  details: z.string(),
});
export type EmergencyLocation = z.infer<typeof emergencyLocationSchema>;
