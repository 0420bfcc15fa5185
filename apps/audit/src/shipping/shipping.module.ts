import { Module } from '@nestjs/common';
import { ShipChain } from './ship-chain.js';

@Module({ providers: [ShipChain] })
export class ShippingModule {}
