import { preset } from '../../jest.preset.mjs';

export default preset({ name: 'service-kit', backing: ['postgres'] });
