import type { EventEnvelope } from '@caredrop/contracts/events';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { UserNames } from './user-names.js';

/** Drops the cached name of a user who was renamed. Other replicas see the new name within a minute. */
@Controller()
export class ForgetNameOnUserUpdated {
  constructor(private readonly names: UserNames) {}

  @EventPattern('user.updated')
  handle(@Payload() { data }: EventEnvelope<'user.updated'>): void {
    this.names.forget(data.userId);
  }
}
