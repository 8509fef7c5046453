/** The options with which every store of a home folder is opened. */
import manifest from '../../../package.json' with { type: 'json' };
import { recordName } from '../runtime/record_names.js';

export const STORE_OPTIONS = { nameOf: recordName, writer: `halley ${manifest.version}` } as const;
