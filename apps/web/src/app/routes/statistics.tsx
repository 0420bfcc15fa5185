import { Statistics } from '../../features/statistics/statistics.js';

/** /statistics */
export const Component = () => <Statistics everyone={false} />;
