import '@testing-library/jest-dom/jest-globals';
import { afterEach } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';

// A generous timeout, because the machine may be busy.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => cleanup());
