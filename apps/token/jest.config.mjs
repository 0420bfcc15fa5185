import { preset } from '../../jest.preset.mjs';

export default preset({ name: 'token', backing: ['postgres', 'rabbitmq'] });
