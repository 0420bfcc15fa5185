declare module 's3rver' {
  import type { IncomingMessage, Server } from 'node:http';

  /** The part of Koa's types we use. */
  export interface Context {
    readonly req: IncomingMessage;
    readonly method: string;
    readonly params: { bucket: string; key: string };
    status: number;
    type: string;
    body: string;
    get(header: string): string;
    set(header: string, value: string): void;
    remove(header: string): void;
  }

  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      vhostBuckets: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    readonly httpServer: Server;
    /** Middleware in the order in which it runs. */
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    readonly store: { deleteObject(bucket: string, key: string): Promise<void> };
    run(): Promise<unknown>;
  }
}
