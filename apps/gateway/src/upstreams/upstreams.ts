import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InternalIdentity } from '@caredrop/service-kit';
import { Pool, type Dispatcher } from 'undici';
import { CONFIG, type Config } from '../config.js';
import type { UpstreamService } from '../routing/routes.js';
import { connectWithRetry } from './connect-with-retry.js';

/** Maximum number of connections to a service, uploads excluded. */
const CONNECTIONS = 128;
/** A connection is replaced after this time by one to whichever replica the name then resolves to. */
const CONNECTION_MAX_AGE_MS = 10_000;
/** How long an idle connection is kept for another upload. */
const IDLE_UPLOAD_MS = 1;

/** Connections to the services. Timeouts are set per call: a slow phone may take minutes to send. */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  private readonly pools: Record<UpstreamService, Pool>;
  /**
   * A separate pool without a limit: a body may take minutes or wait for its turn, and slow phones must not
   * keep others from sending or clinicians from reading. The document service limits how many may wait.
   */
  private readonly uploads: Pool;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly identity: InternalIdentity,
  ) {
    const connect = connectWithRetry();
    const pool = (url: string) =>
      new Pool(url, { connections: CONNECTIONS, connect, clientTtl: CONNECTION_MAX_AGE_MS });
    this.pools = {
      auth: pool(config.AUTH_URL),
      token: pool(config.TOKEN_URL),
      document: pool(config.DOCUMENT_URL),
      notification: pool(config.NOTIFICATION_URL),
      audit: pool(config.AUDIT_URL),
    };
    // Not reused, so that replicas share the work and no document is sent over a connection that a stopping replica
    // closes. `pipelining: 0` has the same effect, but then an error response in the middle of a body is lost with its
    // connection.
    const shortLived = { keepAliveTimeout: IDLE_UPLOAD_MS, keepAliveMaxTimeout: IDLE_UPLOAD_MS };
    this.uploads = new Pool(config.DOCUMENT_URL, { connections: null, connect, ...shortLived });
  }

  /** The token that proves our identity and the user's to `service`; cached by {@link InternalIdentity}. */
  tokenFor: InternalIdentity['tokenFor'] = (service, principal) => this.identity.tokenFor(service, principal);

  request(service: UpstreamService, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    return this.pools[service].request(options);
  }

  /** Sends a patient's document to the document service. */
  upload(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    return this.uploads.request(options);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.uploads, ...Object.values(this.pools)].map((pool) => pool.destroy()));
  }
}
