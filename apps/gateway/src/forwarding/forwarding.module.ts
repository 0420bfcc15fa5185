import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { UpstreamsModule } from '../upstreams/upstreams.module.js';
import { ForwardController } from './forward.controller.js';
import { Forwarder } from './forwarder.js';

@Module({
  imports: [AccessModule, UpstreamsModule],
  controllers: [ForwardController],
  providers: [Forwarder],
  exports: [Forwarder],
})
export class ForwardingModule {}
