import { preset } from '../../jest.preset.mjs';

export default preset({ name: 'auth', backing: ['postgres', 'rabbitmq'] });
