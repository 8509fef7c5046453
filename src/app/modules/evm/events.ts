/** Makes the EVM module's event of a block, as a node of cosmos/evm 0.7 emits it (evm-json-rpc.md 7.5). */
import type { Event } from '../../../abci/application.js';
import { toBase64 } from '../../../codec/base64.js';
import { BLOOM_BYTES } from '../../../codec/ethereum/bloom.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { blockEvent } from '../../types/events.js';

/** Returns the event in base64, because raw bytes do not survive JSON: a real node's attribute is damaged there. */
export const bloomEvent = (bloom: Bytes): Event => (bloom.length === 0 ? EMPTY_BLOOM_EVENT : eventOfBloom(bloom));

const eventOfBloom = (bloom: Bytes): Event => blockEvent('EndBlock', 'block_bloom', { bloom: toBase64(bloom) });

/** Is prepared, because most blocks have no logs. */
const EMPTY_BLOOM_EVENT = eventOfBloom(new Uint8Array(BLOOM_BYTES));
