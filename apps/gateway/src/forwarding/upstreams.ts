import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InternalIdentity } from '@caredrop/service-kit';
import { Pool, type Dispatcher } from 'undici';
import { CONFIG, type Config } from '../config.js';
import type { UpstreamService } from '../routing/routes.js';

const CONNECTIONS = 128;

/** Connections to the services. Timeouts are set per call: a slow phone may take minutes to send. */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  private readonly pools: Record<UpstreamService, Pool>;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly identity: InternalIdentity,
  ) {
    const pool = (url: string) => new Pool(url, { connections: CONNECTIONS, connect: { timeout: 3000 } });
    this.pools = {
      auth: pool(config.AUTH_URL),
      token: pool(config.TOKEN_URL),
      document: pool(config.DOCUMENT_URL),
      notification: pool(config.NOTIFICATION_URL),
    };
  }

  /** Proof for `service` of who calls and for whom; cached by {@link InternalIdentity}. */
  tokenFor: InternalIdentity['tokenFor'] = (service, principal) => this.identity.tokenFor(service, principal);

  request(service: UpstreamService, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    return this.pools[service].request(options);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.pools).map((pool) => pool.destroy()));
  }
}
