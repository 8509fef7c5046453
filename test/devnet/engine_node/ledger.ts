/** Applications of the tests: keys and values with events, and validators that transactions change. */
import type { FinalizeBlockRequest, FinalizeBlockResponse, ValidatorUpdate } from '../../../src/abci/application.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { toHex } from '../../../src/kernel/hex.js';
import { fromUtf8 } from '../../../src/kernel/text.js';
import { RecordingApplication } from '../../server/abci/recording_application.js';

export class Ledger extends RecordingApplication {
  /** Validator updates that the next block returns. */
  updates: readonly ValidatorUpdate[] = [];
  /** Misbehavior of all blocks, as `type height address`. */
  readonly accused: string[] = [];

  override async finalizeBlock(request: FinalizeBlockRequest): Promise<FinalizeBlockResponse> {
    const response = await super.finalizeBlock(request);
    const { updates: validatorUpdates } = this;
    this.updates = [];
    for (const { type, height, validator } of request.misbehavior)
      this.accused.push(`${type} ${height} ${toHex(validator.address)}`);
    const txResults = response.txResults.map((result, index) => ({
      ...result,
      events: [{ type: 'entry', attributes: [{ key: 'name', value: nameOf(request.txs[index]), index: true }] }],
    }));
    return { ...response, txResults, validatorUpdates };
  }
}

const nameOf = (tx: Bytes | undefined): string => (tx === undefined ? '' : (fromUtf8(tx).split('=')[0] ?? ''));
