import { Inject, Injectable } from '@nestjs/common';
import { InternalClient, UserNameCache, type Logger } from '@caredrop/service-kit';
import { LOGGER } from '../config.js';

/** Current names of clinicians, from the auth service; see {@link UserNameCache}. */
@Injectable()
export class UserNames extends UserNameCache {
  constructor(@Inject(InternalClient) client: InternalClient, @Inject(LOGGER) logger: Logger) {
    super(client, logger);
  }
}
