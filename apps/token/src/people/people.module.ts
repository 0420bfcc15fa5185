import { Module } from '@nestjs/common';
import { OwnerStates } from './owner-states.js';
import { UserNames } from './user-names.js';

@Module({ providers: [OwnerStates, UserNames], exports: [OwnerStates, UserNames] })
export class PeopleModule {}
