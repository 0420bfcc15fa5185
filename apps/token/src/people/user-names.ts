import { Inject, Injectable } from '@nestjs/common';
import { InternalClient, UserNameCache } from '@caredrop/service-kit';

/** Names of clinicians as the auth service knows them now; see {@link UserNameCache}. */
@Injectable()
export class UserNames extends UserNameCache {
  constructor(@Inject(InternalClient) client: InternalClient) {
    super(client);
  }
}
