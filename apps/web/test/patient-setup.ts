import '@testing-library/jest-dom/jest-globals';
import { afterEach } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';

// A busy machine is slow, not wrong: wait long for what must come.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => cleanup());
