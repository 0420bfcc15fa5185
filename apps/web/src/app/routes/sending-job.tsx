export { SendingProgress as Component } from '../../features/tokens/send-many/sending-progress.js';
