import '@testing-library/jest-dom/jest-globals';
import { afterEach } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';

// A busy machine is slow, not broken: wait long for what must appear.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => cleanup());
