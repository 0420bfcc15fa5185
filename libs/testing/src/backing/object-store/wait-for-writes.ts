import { rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type S3rver from 's3rver';

/** At least five seconds; on a full disk, the rest is never written. */
const MAX_TRIES = 5_000;

/**
 * Makes s3rver respond to PUT only once the whole object can be read, as S3 does. By itself, s3rver responds when it
 * has read the body, while the file is still being written: on a busy machine, a read could then return part of an
 * object.
 */
export function waitForWrites({ store }: S3rver): void {
  const put = store.putObject.bind(store);
  store.putObject = async (object) => {
    const file = store.getResourcePath(object.bucket, object.key, 'object');
    // An earlier object of the same size would be mistaken for the new one.
    await rm(file, { force: true });
    const stored = await put(object);
    for (let tries = 0; (await sizeOf(file)) !== stored.size; tries += 1) {
      if (tries === MAX_TRIES) throw new Error(`${file} was not written`);
      await wait(1);
    }
    return stored;
  };
}

const sizeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );
