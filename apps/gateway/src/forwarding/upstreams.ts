import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InternalIdentity } from '@caredrop/service-kit';
import { Pool, type Dispatcher } from 'undici';
import { CONFIG, type Config } from '../config.js';
import type { UpstreamService } from '../routing/routes.js';

/** To each service, for everything but uploads. */
const CONNECTIONS = 128;

/** Connections to the services. Timeouts are set per call: a slow phone may take minutes to send. */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  private readonly pools: Record<UpstreamService, Pool>;
  /**
   * Apart and without a limit of its own: a body may take minutes, or wait for its turn, and no number of slow
   * phones may keep others from sending or clinicians from reading. The document service says how many may wait.
   */
  private readonly uploads: Pool;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly identity: InternalIdentity,
  ) {
    const pool = (url: string, connections: number | null = CONNECTIONS) =>
      new Pool(url, { connections, connect: { timeout: 3000 } });
    this.pools = {
      auth: pool(config.AUTH_URL),
      token: pool(config.TOKEN_URL),
      document: pool(config.DOCUMENT_URL),
      notification: pool(config.NOTIFICATION_URL),
      audit: pool(config.AUDIT_URL),
    };
    this.uploads = pool(config.DOCUMENT_URL, null);
  }

  /** Proof for `service` of who calls and for whom; cached by {@link InternalIdentity}. */
  tokenFor: InternalIdentity['tokenFor'] = (service, principal) => this.identity.tokenFor(service, principal);

  request(service: UpstreamService, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    return this.pools[service].request(options);
  }

  /** A patient's document on its way to the document service. */
  upload(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    return this.uploads.request(options);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.uploads, ...Object.values(this.pools)].map((pool) => pool.destroy()));
  }
}
