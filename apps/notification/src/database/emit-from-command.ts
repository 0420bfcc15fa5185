import { commandEmitter } from '@caredrop/messaging';

export const emitFromCommand = commandEmitter('notification');
