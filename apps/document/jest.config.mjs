import { preset } from '../../jest.preset.mjs';

export default preset({ name: 'document', backing: ['postgres', 'rabbitmq', 's3'] });
