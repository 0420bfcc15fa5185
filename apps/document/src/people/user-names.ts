import { InternalClient, UserNameCache, type Logger } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, type Config } from '../config.js';

/** Current names of clinicians, from the auth service; see {@link UserNameCache}. */
@Injectable()
export class UserNames extends UserNameCache {
  constructor(client: InternalClient, @Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    super(client, logger, config.NAMES_CACHE_MS);
  }
}
