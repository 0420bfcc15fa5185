import { preset } from '../../jest.preset.mjs';

export default preset({ name: 'testing', backing: ['postgres', 'rabbitmq', 's3'] });
