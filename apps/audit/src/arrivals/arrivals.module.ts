import { Module } from '@nestjs/common';
import { ChainArrivals } from './chain-arrivals.js';
import { ChainWorker } from './chain-worker.js';

@Module({ providers: [ChainArrivals, ChainWorker], exports: [ChainWorker] })
export class ArrivalsModule {}
