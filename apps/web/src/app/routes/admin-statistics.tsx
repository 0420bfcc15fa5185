import { Statistics } from '../../features/statistics/statistics.js';

/** /admin/statistics */
export const Component = () => <Statistics everyone />;
