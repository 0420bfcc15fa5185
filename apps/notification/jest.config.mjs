import { preset } from '../../jest.preset.mjs';

export default preset({ name: 'notification', backing: ['postgres', 'rabbitmq'] });
