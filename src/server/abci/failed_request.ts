/** Answers requests whose failure concerns only the one who asked. */
import type { AbciRequest } from '../../abci/wire/request.js';
import type { AbciResponse } from '../../abci/wire/response.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';

const FAILED = { code: 1, codespace: 'halley', info: '' } as const;

/**
 * Returns the response to a request that failed with `log`: an error of CheckTx or Query, or no snapshot. Undefined
 * means that the engine cannot go on.
 */
export function failedResponse({ type }: AbciRequest, log: string): AbciResponse | undefined {
  switch (type) {
    case 'checkTx': {
      const value = { ...FAILED, log, data: EMPTY_BYTES, gasWanted: 0n, gasUsed: 0n, events: [] };
      return { type, value };
    }
    case 'query': {
      const value = { ...FAILED, log, index: 0n, key: EMPTY_BYTES, value: EMPTY_BYTES, proofOps: [], height: 0n };
      return { type, value };
    }
    case 'listSnapshots':
      return { type, value: { snapshots: [] } };
    case 'loadSnapshotChunk':
      return { type, value: { chunk: EMPTY_BYTES } };
    default:
      return undefined;
  }
}
