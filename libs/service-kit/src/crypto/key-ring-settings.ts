import { z } from 'zod';

const key = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === 32, 'a key is not 32 bytes of base64');

/**
 * `{"current":"k2","keys":{"k1":"<base64>","k2":"<base64>"}}`: the current key seals, and every key opens.
 */
export const keyRingSchema = z
  .object({ current: z.string().min(1).max(64), keys: z.record(z.string().min(1).max(64), key) })
  .refine((ring) => ring.current in ring.keys, 'the current key is not among the keys');
export type KeyRingSettings = z.infer<typeof keyRingSchema>;
