import { Module } from '@nestjs/common';
import { ForwardingModule } from '../forwarding/forwarding.module.js';
import { NextLink } from './next-link.js';
import { PlainUploadController } from './plain-upload.controller.js';

@Module({
  imports: [ForwardingModule],
  controllers: [PlainUploadController],
  providers: [NextLink],
})
export class PlainUploadModule {}
