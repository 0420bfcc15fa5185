import { Module } from '@nestjs/common';
import { Colleagues } from './colleagues.js';
import { OwnerStates } from './owner-states.js';
import { UserNames } from './user-names.js';

@Module({ providers: [Colleagues, OwnerStates, UserNames], exports: [Colleagues, OwnerStates, UserNames] })
export class PeopleModule {}
