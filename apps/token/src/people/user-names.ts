import { Inject, Injectable } from '@nestjs/common';
import { InternalClient, UserNameCache } from '@caredrop/service-kit';

/** Current names of clinicians, from the auth service; see {@link UserNameCache}. */
@Injectable()
export class UserNames extends UserNameCache {
  constructor(@Inject(InternalClient) client: InternalClient) {
    super(client);
  }
}
