import { Module } from '@nestjs/common';
import { BackOffModule } from '../back-off/back-off.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { GiveProof } from './give-proof.js';
import { ProofsController } from './proofs.controller.js';

@Module({
  imports: [BackOffModule, SecondFactorModule, SessionsModule],
  controllers: [ProofsController],
  providers: [GiveProof],
})
export class ProofsModule {}
