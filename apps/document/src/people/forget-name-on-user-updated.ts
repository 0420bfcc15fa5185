import type { EventEnvelope } from '@caredrop/contracts/events';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { UserNames } from './user-names.js';

/**
 * Drops the cached name of a user whose account has changed. Other replicas read a new name after at most
 * NAMES_CACHE_MS.
 */
@Controller()
export class ForgetNameOnUserUpdated {
  constructor(private readonly names: UserNames) {}

  @EventPattern('user.updated')
  handle(@Payload() { data }: EventEnvelope<'user.updated'>): void {
    this.names.forget(data.userId);
  }
}
