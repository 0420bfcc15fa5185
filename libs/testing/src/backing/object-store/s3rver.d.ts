declare module 's3rver' {
  import type { IncomingMessage, Server } from 'node:http';
  import type { Readable } from 'node:stream';

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

  export interface PutObject {
    bucket: string;
    key: string;
    content: Readable;
    metadata: object;
  }

  export interface Store {
    putObject(object: PutObject): Promise<{ size: number; md5: string }>;
    deleteObject(bucket: string, key: string): Promise<void>;
    /** The file of an object's content, or of what is stored beside it. */
    getResourcePath(bucket: string, key: string, resource: 'object' | 'object.md5' | 'metadata.json'): string;
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
    readonly store: Store;
    run(): Promise<unknown>;
  }
}
