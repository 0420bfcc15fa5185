import { z } from 'zod';

const uuid = z.uuid();

/** Whether a query may cast `text` to a UUID. Callers treat an invalid id as not found. */
export const isUuid = (text: string): boolean => uuid.safeParse(text).success;
