import { fileURLToPath } from 'node:url';

/** Where the migrations lie: beside `src` and `dist` alike. */
export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
