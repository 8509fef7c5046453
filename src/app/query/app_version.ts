/** `/app/version`: the application's version as text. */
import type { Bytes } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import { APP_VERSION } from '../version.js';

export const queryAppVersion = (): Bytes => utf8(APP_VERSION);
