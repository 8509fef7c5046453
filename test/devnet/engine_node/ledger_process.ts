/**
 * Serves the ledger of the tests as a program that keeps its data in a folder, `tsx ledger_process.ts ADDRESS FOLDER`.
 * The transaction `crash=<call>` ends it during that call, once in the life of the folder.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FinalizeBlockRequest, PrepareProposalRequest } from '../../../src/abci/application.js';
import { fromUtf8 } from '../../../src/kernel/text.js';
import { serveAbci } from '../../../src/server/abci/serve_abci.js';
import { Ledger } from './ledger.js';

const [address = '', folder = ''] = process.argv.slice(2);
const file = join(folder, 'state.json');

class StoredLedger extends Ledger {
  #txs: readonly string[] = [];

  override prepareProposal(request: PrepareProposalRequest) {
    this.#txs = request.txs.map(fromUtf8);
    this.#crash('prepare');
    return super.prepareProposal(request);
  }

  override finalizeBlock(request: FinalizeBlockRequest) {
    this.#txs = request.txs.map(fromUtf8);
    this.#crash('finalize');
    return super.finalizeBlock(request);
  }

  override async commit() {
    this.#crash('commit');
    const response = await super.commit();
    const { height, values } = this.state;
    writeFileSync(`${file}.new`, JSON.stringify({ height: `${height}`, values: [...values] }));
    renameSync(`${file}.new`, file);
    this.#crash('committed');
    return response;
  }

  #crash(call: string): void {
    const once = join(dirname(folder), `crashed-${call}`);
    if (!this.#txs.includes(`crash=${call}`) || existsSync(once)) return;
    writeFileSync(once, '');
    process.stderr.write(`panic: no room in ${call}\n\ngoroutine 1 [running]:\n`);
    process.exit(3);
  }
}

const stored = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { height: '0', values: [] };
void serveAbci({
  address,
  application: new StoredLedger({ height: BigInt(stored.height), values: new Map(stored.values) }),
  onFatal: (error) => {
    throw error;
  },
});
process.once('SIGTERM', () => process.exit());
