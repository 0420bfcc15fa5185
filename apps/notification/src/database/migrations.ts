import { fileURLToPath } from 'node:url';

/** The folder of the migrations, found from both `src` and `dist`. */
export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
