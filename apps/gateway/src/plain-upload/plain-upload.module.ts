import { Module } from '@nestjs/common';
import { ForwardingModule } from '../forwarding/forwarding.module.js';
import { PlainUploadController } from './plain-upload.controller.js';

@Module({
  imports: [ForwardingModule],
  controllers: [PlainUploadController],
})
export class PlainUploadModule {}
