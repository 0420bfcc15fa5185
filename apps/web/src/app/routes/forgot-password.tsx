import { ForgotPassword } from '../../features/sign-in/forgot-password-form.js';

/** /forgot-password */
export { ForgotPassword as Component };
