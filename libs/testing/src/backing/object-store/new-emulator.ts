import S3rver from 's3rver';

interface EmulatorOptions {
  /** By default any free port. */
  port?: number;
  /** Buckets to create at the start. */
  buckets?: string[];
}

/** An s3rver that stores objects as files in `directory`; it listens once `run` is called. */
export const newEmulator = (directory: string, { port = 0, buckets = [] }: EmulatorOptions = {}): S3rver =>
  new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    vhostBuckets: false,
    directory,
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
  });
