import { Module } from '@nestjs/common';
import { ArrivalsModule } from '../arrivals/arrivals.module.js';
import { InternalRecordsController } from './internal-records.controller.js';

@Module({ imports: [ArrivalsModule], controllers: [InternalRecordsController] })
export class RecordsModule {}
