export { SendMany as Component } from '../../features/tokens/send-many/send-many.js';
