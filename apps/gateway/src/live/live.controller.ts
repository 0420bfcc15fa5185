import { Controller, Req, Res } from '@nestjs/common';
import { CurrentPrincipal, type Principal } from '@caredrop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Serves } from '../routing/serves.decorator.js';
import { LiveUpdates } from './live-updates.js';

@Controller()
export class LiveController {
  constructor(private readonly updates: LiveUpdates) {}

  /** A stream that a page reads with fetch and its bearer token, which EventSource cannot send. */
  @Serves('GET', '/events')
  events(
    @CurrentPrincipal() principal: Principal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    void reply
      .type('text/event-stream')
      .headers({ 'x-accel-buffering': 'no', 'x-quiet-ms': this.updates.quietMs(principal) });
    void reply.send(request.method === 'HEAD' ? '' : this.updates.open(principal).body);
  }
}
