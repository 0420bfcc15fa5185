import { Module } from '@nestjs/common';
import { Sweep } from './sweep.js';

@Module({
  providers: [Sweep],
})
export class JobsModule {}
