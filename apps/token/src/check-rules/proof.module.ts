import { Module } from '@nestjs/common';
import { CheckRights } from './check-rights.js';

@Module({ providers: [CheckRights], exports: [CheckRights] })
export class ProofModule {}
