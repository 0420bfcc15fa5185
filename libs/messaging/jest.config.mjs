import { preset } from '../../jest.preset.mjs';

export default preset({ name: 'messaging', backing: ['postgres', 'rabbitmq'] });
