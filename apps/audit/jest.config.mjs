import { preset } from '../../jest.preset.mjs';

export default preset({ name: 'audit', backing: ['postgres', 'rabbitmq'] });
