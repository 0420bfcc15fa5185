declare module 's3rver' {
  import type { Server } from 'node:http';

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
    run(): Promise<unknown>;
  }
}
