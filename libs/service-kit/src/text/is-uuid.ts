import { z } from 'zod';

const uuid = z.uuid();

/** Whether a query may cast `text` to a UUID. An invalid id is simply not found. */
export const isUuid = (text: string): boolean => uuid.safeParse(text).success;
